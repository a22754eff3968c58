import { expect, test } from "vitest";
import { aCaseEnd, aMetricResult, aRunSet, aRunStart } from "../../testing/builders.ts";
import { tableFold } from "./run-table.ts";

const metric = (score: number) =>
  aMetricResult({ score, status: score >= 0.5 ? "passed" : "failed", threshold: 0.5 });

test("a case of several trials is a row once all have ended, and what came before changes nothing", () => {
  const fold = tableFold();
  fold.apply(aRunStart({ sets: [aRunSet({ caseCount: 2 })], caseCount: 2, trials: 2 }));
  const second = aCaseEnd({ evalId: "a", trial: 1, status: "failed", metrics: [metric(0)] });
  fold.apply({ ...second, cluster: "film" });
  expect(fold.table()).toMatchObject({ cases: [], notRun: 2 });
  const first = aCaseEnd({ evalId: "a", trial: 0, status: "passed", metrics: [metric(1)] });
  fold.apply({ ...first, cluster: "film" });
  fold.apply(second);
  fold.apply(first);
  const { cases, notRun, metrics } = fold.table();
  expect(notRun).toBe(1);
  expect(cases).toMatchObject([
    {
      evalId: "a",
      cluster: "film",
      status: "passed",
      trials: [
        { trial: 0, status: "passed" },
        { trial: 1, status: "failed" },
      ],
    },
  ]);
  const place = metrics.findIndex(({ name }) => name === metric(1).name);
  expect(cases[0]?.trials.map(({ scores }) => scores[place])).toEqual([1, 0]);
});

test("a case that ended before any metric was asked has no score of its set's metrics, and says so", () => {
  const fold = tableFold();
  const metrics = [{ name: "match", version: 1, direction: "higher" }] as const;
  const other = [{ name: "calls", version: 1, direction: "lower" }] as const;
  const sets = [
    aRunSet({ evalSetId: "one", config: { metrics } }),
    aRunSet({ evalSetId: "two", config: { metrics: other } }),
  ];
  fold.apply(aRunStart({ sets, caseCount: 3 }));
  const silent = { metrics: [], status: "failed" } as const;
  fold.apply(aCaseEnd({ ...silent, evalSetId: "one", index: 0, reason: "timeout" }));
  fold.apply(aCaseEnd({ ...silent, evalSetId: "two", index: 1, reason: "agent-error" }));
  fold.apply(aCaseEnd({ ...silent, evalSetId: "two", index: 2, reason: "no-metrics" }));
  const unscored = fold.table().cases.map(({ trials }) => trials[0]?.unscored);
  expect(unscored).toEqual([[0], [1], undefined]);
});
