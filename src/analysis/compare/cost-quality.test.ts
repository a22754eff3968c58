import { expect, test } from "vitest";
import { aTable } from "../../testing/table-builders.ts";
import { costQuality } from "./cost-quality.ts";

/** A run whose cases passed or failed, and each cost so much. */
function aPricedTable(runId: string, verdicts: string, cost: number) {
  const table = aTable([...verdicts].map((digit) => [Number(digit)]));
  const informational = { name: "total_cost", direction: "lower", informational: true } as const;
  const cases = table.cases.map((each) => ({
    ...each,
    trials: each.trials.map((trial) => ({ ...trial, scores: [...trial.scores, cost] })),
  }));
  return { ...table, runId, metrics: [...table.metrics, informational], cases };
}

test("runs are set beside each other on the cases that all of them evaluated", () => {
  const [one, two] = [aPricedTable("one", "1100", 2), aPricedTable("two", "111", 1)];
  const { cases, runs } = costQuality([one, two], []);
  expect(cases).toBe(3);
  expect(runs.map(({ passRate }) => [passRate.mean, passRate.n])).toEqual([
    [2 / 3, 3],
    [1, 3],
  ]);
});

test("a run that another beats for no more money is marked, one that costs more for more is not", () => {
  const runs = [
    aPricedTable("cheap", "1000", 1),
    aPricedTable("dear", "1110", 5),
    aPricedTable("worse", "1000", 3),
  ];
  const told = costQuality(runs, []).runs.map(({ runId, dominated }) => [runId, dominated]);
  expect(told).toEqual([
    ["cheap", false],
    ["dear", false],
    ["worse", true],
  ]);
});

test("without a common case there is no rate, and nothing beats anything", () => {
  const runs = costQuality([aPricedTable("one", "1", 1), aTable([])], []).runs;
  expect(runs.map(({ passRate }) => passRate.mean)).toEqual([null, null]);
  expect(runs.some(({ dominated }) => dominated)).toBe(false);
});
