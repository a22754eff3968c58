import type { ComparedCase, Comparison } from "../../../core/analysis/comparison.ts";
import type { CompareSearch } from "./compare-search.ts";

/** The case that the address names, else the first that is listed. */
export function shownCase(
  { cases }: Pick<Comparison, "cases">,
  { case: evalId, set, show }: CompareSearch,
): ComparedCase | undefined {
  const named = cases.find(
    (each) => each.evalId === evalId && (set === undefined || each.evalSetId === set),
  );
  if (named !== undefined || evalId !== undefined) return named;
  return cases.find(({ change }) => show === undefined || change === show);
}
