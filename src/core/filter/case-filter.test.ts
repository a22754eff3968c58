import { expect, test } from "vitest";
import { caseFilter, type FilterableCase } from "./case-filter.ts";
import { parseFilter } from "./parse-filter.ts";

const refund: FilterableCase = {
  evalSetId: "refunds",
  evalId: "refund_eu",
  status: "passed",
  isErrored: false,
  isFlaky: true,
  trials: ["passed", "failed", "passed", "passed"],
  tags: ["billing"],
  numbers: { seconds: 3 },
  metrics: [{ name: "tool_trajectory_avg_score", score: 0.75, status: "passed" }],
};

const holds = (text: string, each: FilterableCase = refund) =>
  caseFilter(parseFilter(text).terms)(each);

test("all terms hold, or the case is not shown", () => {
  expect(holds("status:pass tag:billing seconds:<5")).toBe(true);
  expect(holds("status:pass tag:shipping")).toBe(false);
  expect(holds("eu -tag:billing")).toBe(false);
  expect(holds("")).toBe(true);
});

test("a metric goes by the beginning of its name", () => {
  expect(holds("metric.tool_trajectory<0.8")).toBe(true);
  expect(holds("metric.tool_trajectory>=0.8")).toBe(false);
  expect(holds("metric.tool_trajectory:failed")).toBe(false);
});

test("a failure in any repeat is found when it is asked for", () => {
  expect(holds("status:failed")).toBe(false);
  expect(holds("status:failed rep:any")).toBe(true);
  expect(holds("flaky:>20%")).toBe(true);
  expect(holds("flaky:>30%")).toBe(false);
});

test("what is not known is neither more nor less", () => {
  expect(holds("cost:>0")).toBe(false);
  expect(holds("cost:<=0")).toBe(false);
  expect(holds("metric.safety<1")).toBe(false);
  expect(holds("status:pending", { ...refund, status: undefined })).toBe(true);
});

test("a change is that of any metric, and none where there is nothing to hold it against", () => {
  const changed = { ...refund, deltas: [0.3, -0.2] };
  expect(holds("delta:<-0.1", changed)).toBe(true);
  expect(holds("delta:>0.1", changed)).toBe(true);
  expect(holds("delta:<-0.25", changed)).toBe(false);
  expect(holds("delta:<=0")).toBe(false);
});
