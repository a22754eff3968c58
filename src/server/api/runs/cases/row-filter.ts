import { caseFilter, matrixKeys, rowForFilter } from "../../../../core/filter/case-filter.ts";
import { type FilterKey, type FilterProblem, keyOfTerm } from "../../../../core/filter/filter.ts";
import { parseFilter } from "../../../../core/filter/parse-filter.ts";
import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import type { MatrixRow } from "../../../../core/folds/matrix.ts";
import type { RunView } from "../run-views.ts";

const known: ReadonlySet<FilterKey> = new Set<FilterKey>([...matrixKeys, "cost", "tokens", "tool"]);

interface RowFilter {
  matches(row: MatrixRow): boolean;
  readonly problems: readonly FilterProblem[];
}

/** What somebody typed, as a question to the rows of a run. What cannot be asked of them is said, and does nothing. */
export function rowFilter(
  text: string,
  { metrics, view }: { readonly metrics: readonly string[]; readonly view: RunView },
): RowFilter {
  const { terms, problems } = parseFilter(text);
  const asked = terms.filter((term) => known.has(keyOfTerm(term)));
  const others = terms.filter((term) => !known.has(keyOfTerm(term)));
  const told = others.map((term) => ({
    message: `${keyOfTerm(term)} is not asked of the cases of one run.`,
    start: 0,
    end: text.length,
  }));
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
      return holds({ ...each, numbers, tools: view.toolsOf(key) });
    },
  };
}
