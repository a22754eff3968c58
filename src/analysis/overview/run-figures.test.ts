import { expect, test } from "vitest";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { aRunStart } from "../../testing/builders.ts";
import { passRateOf } from "../pass-rate.ts";
import { runFigures } from "./run-figures.ts";

test("the interval of a run counts clusters where its cases have them, as everywhere else", () => {
  const { about, runId } = aRunStart();
  const cases = Array.from({ length: 12 }, (_, index): TableCase => {
    const status = index % 6 < 3 ? "passed" : "failed";
    const cluster = `user ${Math.floor(index / 3)}`;
    return { evalSetId: "s", evalId: `c${index}`, index, status, cluster, trials: [] } as never;
  });
  const table = { runId, about, startedAt: "", cases, metrics: [], notRun: 0 } as never as RunTable;
  const { interval } = runFigures(table, null);
  expect(interval).toEqual(passRateOf(cases).interval);
  const alone = cases.map((each) => ({ ...each, cluster: undefined }));
  expect(interval).not.toEqual(passRateOf(alone).interval);
});

test("a case is flaky where its trials disagree, as in the run itself", () => {
  const { about, runId } = aRunStart();
  const flakyOf = (...statuses: readonly TableCase["status"][]) => {
    const trials = statuses.map((status) => ({ status, duration: 1, metrics: [] }));
    const status = statuses[0] ?? "passed";
    const cases = [{ evalSetId: "s", evalId: "c", index: 0, status, trials }] as never;
    const table = { runId, about, startedAt: "", cases, metrics: [], notRun: 0 };
    return runFigures(table as never as RunTable, null).flaky;
  };
  expect(flakyOf("passed", "passed")).toBe(0);
  expect(flakyOf("passed", "failed")).toBe(1);
  expect(flakyOf("passed", "not-evaluated")).toBe(1);
});
