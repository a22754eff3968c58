import type { FilterProblem } from "../../../core/filter/filter.ts";
import { filterText } from "../../../core/filter/filter-text.ts";
import { knownTerms } from "../../../core/filter/known-terms.ts";
import { runKeys } from "../../../core/filter/run-filter.ts";

/** What of a filter runs can be asked; what they cannot is told, and asks nothing. */
export function askedOfRuns(filter: string | undefined): {
  readonly asked: string | undefined;
  readonly problems: readonly FilterProblem[];
} {
  const { terms, problems } = knownTerms(filter ?? "", runKeys, "runs");
  return { asked: terms.length === 0 ? undefined : filterText(terms), problems };
}
