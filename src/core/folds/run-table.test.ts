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
