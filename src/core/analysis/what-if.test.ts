import { expect, test } from "vitest";
import { aCaseEnd, aCaseStart, aMetricResult, aRunSet, aRunStart } from "../../testing/builders.ts";
import { matrixFold } from "../folds/matrix.ts";
import type { CaseEndEvent } from "../run.ts";

const name = "response_match_score";
const setting = { name, version: 1, threshold: 0.7, direction: "higher" } as const;

function rowOf(end: Partial<CaseEndEvent>, threshold: number) {
  const fold = matrixFold();
  const set = aRunSet({ config: { metrics: [setting] } });
  fold.apply(aRunStart({ sets: [set] }));
  fold.apply(aCaseStart());
  fold.apply(aCaseEnd(end));
  return fold.matrix(new Map([[name, threshold]])).rows[0];
}

const short = aMetricResult({ name, status: "failed", score: 0.62, threshold: 0.7 });

test("a case that a lower threshold lets pass says what it was", () => {
  const row = rowOf({ status: "failed", metrics: [short] }, 0.6);
  expect(row).toMatchObject({ status: "passed", was: "failed" });
  expect(row?.cells[0]).toMatchObject({ status: "passed", was: "failed", score: 0.62 });
});

test("a threshold that changes nothing marks nothing", () => {
  const row = rowOf({ status: "failed", metrics: [short] }, 0.65);
  expect(row?.status).toBe("failed");
  expect(row).not.toHaveProperty("was");
});

test.each([
  ["was not evaluated", aMetricResult({ name, status: "not-evaluated", score: undefined })],
  ["decided for itself", { ...short, decided: true }],
  ["is held against a threshold of its case", { ...short, threshold: 0.9 }],
])("what %s stays as it is", (_, metric) => {
  const status = metric.status === "failed" ? "failed" : "not-evaluated";
  const row = rowOf({ status, metrics: [metric] }, 0);
  expect(row?.status).toBe(status);
  expect(row?.cells[0]?.was).toBeUndefined();
});

test("what failed before any metric could speak fails with any threshold", () => {
  const row = rowOf({ status: "failed", reason: "agent-error", metrics: [] }, 0);
  expect(row).toMatchObject({ status: "failed", reason: "agent-error" });
});
