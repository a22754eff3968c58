import type { RunSummary } from "./run-summary.ts";
import type { Totals } from "./totals.ts";

/** What came to no verdict, and what was left out on purpose, since the gates were decided without it. */
export function openCounts(
  { decided }: Pick<RunSummary, "decided">,
  { notEvaluated, notRun }: Pick<Totals, "notEvaluated" | "notRun">,
): { readonly notEvaluated: number; readonly leftOut: number } {
  if (decided === undefined) return { notEvaluated, leftOut: 0 };
  return { notEvaluated: notEvaluated - notRun, leftOut: notRun };
}
