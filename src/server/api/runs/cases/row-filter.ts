import { caseFilter, matrixKeys, rowForFilter } from "../../../../core/filter/case-filter.ts";
import { type FilterKey, type FilterProblem, keyOfTerm } from "../../../../core/filter/filter.ts";
import { knownTerms } from "../../../../core/filter/known-terms.ts";
import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import type { MatrixRow } from "../../../../core/folds/matrix.ts";
import type { RunView } from "../run-views.ts";
import type { CaseDeltas } from "./case-deltas.ts";

const known: ReadonlySet<FilterKey> = new Set<FilterKey>([
  ...matrixKeys,
  "cost",
  "delta",
  "tokens",
  "tool",
]);

interface FilterContext {
  readonly metrics: readonly string[];
  readonly view: RunView;
  /** Asked for where the filter has a `delta:`; why there is nothing to hold the run against, in words. */
  readonly deltas: () => Promise<CaseDeltas | { readonly why: string }>;
}

interface RowFilter {
  matches(row: MatrixRow): boolean;
  readonly problems: readonly FilterProblem[];
}

/** What somebody typed, as a question to the rows of a run. What cannot be asked of them is said, and does nothing. */
export async function rowFilter(
  text: string,
  { metrics, view, deltas }: FilterContext,
): Promise<RowFilter> {
  const { terms: asked, problems } = knownTerms(text, known, "the cases of one run");
  const changes = asked.some((term) => keyOfTerm(term) === "delta") ? await deltas() : undefined;
  const deltasOf = typeof changes === "function" ? changes : undefined;
  const told =
    changes === undefined || typeof changes === "function"
      ? []
      : [{ message: `delta has no baseline. ${changes.why}`, start: 0, end: text.length }];
  const holds = caseFilter(asked);
  return {
    problems: [...problems, ...told],
    matches(row) {
      if (asked.length === 0) return true;
      const key = caseKeyOf(row);
      const { cost, tokens } = view.figures(key);
      const each = rowForFilter(row, metrics);
      const numbers = {
        ...each.numbers,
        ...(cost !== undefined && { cost }),
        ...(tokens !== undefined && { tokens }),
      };
      return holds({ ...each, numbers, tools: view.toolsOf(key), deltas: deltasOf?.(row) });
    },
  };
}
