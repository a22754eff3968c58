import type { FilterKey, FilterProblem, FilterTerm } from "../../../core/filter/filter.ts";
import { knownTerms } from "../../../core/filter/known-terms.ts";
import { hasText, isStatus } from "../../../core/filter/term-holds.ts";
import type { LogEntry } from "./log-entry.ts";

const known: ReadonlySet<FilterKey> = new Set<FilterKey>([
  "text",
  "event",
  "case",
  "set",
  "status",
]);

/** What somebody typed, as a question to the lines of a journal. */
export function logFilter(text: string): {
  matches(entry: LogEntry): boolean;
  readonly problems: readonly FilterProblem[];
} {
  const { terms, problems } = knownTerms(text, known, "what a run wrote to its journal");
  return {
    problems,
    matches: (entry) => terms.every((term) => holds(term, entry) !== term.isNot),
  };
}

function holds(term: FilterTerm, entry: LogEntry): boolean {
  if (term.kind !== "word") return false;
  const { value } = term;
  const { type, status, evalId = "", evalSetId = "", isProblem } = entry;
  switch (term.key) {
    case "text":
      return hasText(`${evalId} ${entry.text}`, value);
    case "event":
      return type.startsWith(value.toLowerCase());
    case "case":
      return hasText(evalId, value);
    case "set":
      return hasText(evalSetId, value);
    case "status":
      // gates that are not met and runs that were cut off have failed, too
      return status === undefined
        ? isProblem === true && isStatus("failed", value)
        : isStatus(status, value);
    default:
      return false;
  }
}
