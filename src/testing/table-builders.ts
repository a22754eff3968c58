import type { RunTable, TableCase } from "../core/folds/run-table.ts";
import { aRunStart } from "./builders.ts";

export type Score = number | undefined;

/** A run of one metric called match, whose cases pass from 0.5; undefined is not evaluated. */
export function aTable(
  cases: readonly (readonly Score[])[],
  changes: { readonly cluster?: (index: number) => string } = {},
): RunTable {
  const { about } = aRunStart({ trials: cases[0]?.length ?? 1, caseCount: cases.length });
  return {
    runId: "run",
    startedAt: "2026-11-16T10:00:00.000Z",
    about,
    metrics: [
      {
        name: "match",
        direction: "higher",
        threshold: 0.5,
        range: { min: 0, max: 1 },
        informational: false,
      },
    ],
    cases: cases.map((scores, index) => aTableCase(scores, index, changes.cluster?.(index))),
    notRun: 0,
    modelCalls: { calls: 0, input: 0, output: 0, cost: 0 },
  };
}

export function aTableCase(scores: readonly Score[], index: number, cluster?: string): TableCase {
  const statusOf = (score: Score): TableCase["status"] =>
    score === undefined ? "not-evaluated" : score >= 0.5 ? "passed" : "failed";
  const status = statusOf(scores[0]);
  const trials = scores.map((score, trial) => ({
    trial,
    status: statusOf(score),
    duration: 1,
    scores: [score],
    ...(score === undefined ? { unscored: [0] } : {}),
  }));
  const own = { evalSetId: "set", evalId: `case ${index}`, index, status, trials } as const;
  return cluster === undefined ? own : { ...own, cluster };
}
