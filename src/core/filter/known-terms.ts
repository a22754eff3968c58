import { type Filter, type FilterKey, keyOfTerm } from "./filter.ts";
import { parseFilter } from "./parse-filter.ts";

/** What somebody typed, as far as a list can be asked it. What it cannot be asked is said, and does nothing. */
export function knownTerms(text: string, known: ReadonlySet<FilterKey>, noun: string): Filter {
  const { terms, problems } = parseFilter(text);
  const others = terms.filter((term) => !known.has(keyOfTerm(term)));
  const told = others.map((term) => ({
    message: `${keyOfTerm(term)} is not asked of ${noun}.`,
    start: 0,
    end: text.length,
  }));
  return {
    terms: terms.filter((term) => known.has(keyOfTerm(term))),
    problems: [...problems, ...told],
  };
}
