import type { TableCase } from "../core/folds/run-table.ts";
import { averageOf } from "../statistics/means/sums.ts";

/**
 * The share of a case's trials that passed, of those that were evaluated; null where none was. One that ran once passed
 * as its case did, whose rule may be another than the conversation's own.
 */
export function passedShare({
  trials,
  status,
}: Pick<TableCase, "trials" | "status">): number | null {
  if (trials.length === 1) return status === "not-evaluated" ? null : status === "passed" ? 1 : 0;
  let passed = 0;
  let evaluated = 0;
  for (const trial of trials) {
    if (trial.status === "not-evaluated") continue;
    evaluated += 1;
    if (trial.status === "passed") passed += 1;
  }
  return evaluated === 0 ? null : passed / evaluated;
}

/** A metric's mean over a case's trials that have a score; null where none has. */
export function meanScore({ trials }: Pick<TableCase, "trials">, place: number): number | null {
  const only = trials.length === 1 ? trials[0] : undefined;
  if (only !== undefined) return only.scores[place] ?? null;
  const scores = trials.flatMap((trial) => trial.scores[place] ?? []);
  // rounded once: the same scores in another order are no difference
  return scores.length === 0 ? null : averageOf(scores);
}

/** What a case belongs to where any case belongs to something: one that says nothing stands for itself. */
export function clusterOf({
  cluster,
  evalSetId,
  evalId,
}: Pick<TableCase, "cluster" | "evalSetId" | "evalId">): string {
  return cluster === undefined ? `case ${evalSetId}\n${evalId}` : `cluster ${cluster}`;
}
