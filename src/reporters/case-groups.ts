import { caseKeyOf } from "../core/folds/case-key.ts";
import type { CaseRow } from "../core/folds/case-row.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import type { CaseResult } from "../core/run.ts";

/** All trials of one case that ended, and its verdict. */
export interface CaseGroup {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly status: CaseRow["status"];
  readonly flaky: boolean;
  /** Ascending. */
  readonly trials: readonly CaseResult[];
  /** The trial that shows why: the first with the verdict of the case. */
  readonly shown: CaseResult;
}

/** Conversations by case, in plan order. A case some of whose trials are missing is not evaluated. */
export async function* caseGroups(
  run: RunSummary,
  cases: AsyncIterable<CaseResult>,
): AsyncGenerator<CaseGroup> {
  const rows = new Map(run.cases.map((row) => [caseKeyOf(row), row]));
  const open = new Map<string, CaseResult[]>();
  for await (const result of cases) {
    const key = caseKeyOf(result);
    const trials = open.get(key) ?? [];
    trials.push(result);
    open.set(key, trials);
    if (trials.length < run.about.trials) continue;
    open.delete(key);
    yield groupOf(trials, result, rows.get(key));
  }
  for (const [key, trials] of open) {
    const [first] = trials;
    if (first !== undefined) yield groupOf(trials, first, rows.get(key));
  }
}

function groupOf(
  trials: readonly CaseResult[],
  { evalSetId, evalId }: CaseResult,
  row: CaseRow | undefined,
): CaseGroup {
  const sorted = [...trials].sort((a, b) => a.trial - b.trial);
  const status = row?.status ?? "not-evaluated";
  const shown = sorted.find((trial) => trial.status === status) ?? sorted[0];
  if (shown === undefined) throw new Error("a group has at least one trial");
  return { evalSetId, evalId, status, flaky: row?.flaky ?? false, trials: sorted, shown };
}
