import type { RunSummary } from "../../core/folds/run-summary.ts";
import type { Totals } from "../../core/folds/totals.ts";

/** What came to no verdict, and what was left out on purpose, since the gates were decided without it. */
export function openCounts(
  { decided }: Pick<RunSummary, "decided">,
  { notEvaluated, notRun }: Pick<Totals, "notEvaluated" | "notRun">,
): { readonly notEvaluated: number; readonly leftOut: number } {
  if (decided === undefined) return { notEvaluated, leftOut: 0 };
  return { notEvaluated: notEvaluated - notRun, leftOut: notRun };
}

/** `4 passed, 1 failed, 0 not evaluated, of 5`; `hole` says more of what was not evaluated. */
export function countsText(run: Pick<RunSummary, "totals" | "decided">, hole = ""): string {
  const { passed, failed, cases } = run.totals;
  const { notEvaluated, leftOut } = openCounts(run, run.totals);
  const rest = leftOut === 0 ? "" : `, ${leftOut} not run`;
  return `${passed} passed, ${failed} failed, ${notEvaluated} not evaluated${hole}${rest}, of ${cases}`;
}
