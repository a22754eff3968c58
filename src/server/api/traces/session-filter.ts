import type {
  FilterKey,
  FilterProblem,
  FilterTerm,
  NumberTerm,
  WordTerm,
} from "../../../core/filter/filter.ts";
import { knownTerms } from "../../../core/filter/known-terms.ts";
import { compares, hasText } from "../../../core/filter/term-holds.ts";
import type { LiveSession } from "./live-session.ts";

const known: ReadonlySet<FilterKey> = new Set<FilterKey>([
  "text",
  "status",
  "agent",
  "tool",
  "cost",
  "tokens",
  "seconds",
]);

interface SessionFilter {
  matches(session: LiveSession): boolean;
  readonly problems: readonly FilterProblem[];
  /** True: nothing was asked that leaves any out. */
  readonly isAll: boolean;
}

/** What somebody typed, as a question to conversations that were received. */
export function sessionFilter(text: string): SessionFilter {
  const { terms, problems } = knownTerms(text, known, "sessions");
  return {
    problems,
    isAll: terms.length === 0,
    matches: (session) => terms.every((term) => holds(term, session) !== term.isNot),
  };
}

function holds(term: FilterTerm, session: LiveSession): boolean {
  if (term.kind === "word") return wordHolds(term, session);
  return term.kind === "number" && compares(numberOf(term, session), term);
}

function numberOf({ key }: NumberTerm, session: LiveSession): number | undefined {
  if (key === "cost") return session.cost ?? undefined;
  if (key === "tokens") return session.tokens ?? undefined;
  return session.duration === null ? undefined : session.duration / 1000;
}

function wordHolds({ key, value }: WordTerm, session: LiveSession): boolean {
  const { id, agent, user, answer, tools } = session;
  switch (key) {
    case "text":
      return hasText([id, agent, user, answer, ...tools].join(" "), value);
    case "agent":
      return hasText(agent ?? "unknown", value);
    case "tool":
      return tools.some((tool) => hasText(tool, value));
    case "status":
      return value !== "" && states(session).some((state) => state.startsWith(value.toLowerCase()));
    default:
      return false;
  }
}

/** What a session is at the moment; it can be several things. */
function states({ checks, isComplete, golden, withoutContent }: LiveSession): readonly string[] {
  const isFailed = checks.some(({ isFine }) => isFine === false);
  const isFine = checks.every(({ isFine: own }) => own === true);
  return [
    ...(isComplete ? [] : ["running"]),
    ...(isFailed ? ["failed"] : []),
    ...(isFine ? ["passed"] : []),
    ...(golden ? ["golden"] : []),
    ...(withoutContent === null ? [] : ["none"]),
  ];
}
