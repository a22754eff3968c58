import { textOf } from "../../core/content.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { TraceConversation } from "../conversations/group-traces.ts";

/** Which case a conversation belongs to, and how that was found; or why none. */
export type CaseMatch =
  | { readonly evalCase: EvalCase; readonly how: HowMatched }
  | { readonly evalCase?: undefined; readonly why: NoMatch };

type HowMatched = "explicit" | "user-text" | "single-case" | "order" | "given";

export type NoMatch =
  | "no-match"
  | "ambiguous"
  | "no-user-text"
  | "unknown-case"
  | "not-named"
  | "no-more-cases"
  | "other-set"
  | "no-eval-set"
  | "no-turns";

/** By the id that a trace names, by the first message, by their order; in that order, without the last, where nobody says. */
export type MatchBy = "id" | "text" | "order";

/** The cases of a set, ready to be found by many conversations. */
export interface CaseIndex {
  readonly evalSetId: string | undefined;
  /** Those with a written conversation: what a simulated user would say is not written anywhere. */
  readonly written: readonly EvalCase[];
  readonly byId: ReadonlyMap<string, EvalCase>;
  /** By the first message, without what is nothing in it. */
  readonly byText: ReadonlyMap<string, readonly EvalCase[]>;
  /** The same by the first message as it is written in the set, as most traces have it too. */
  readonly byWords: ReadonlyMap<string, readonly EvalCase[]>;
}

export function indexCases(cases: readonly EvalCase[], evalSetId?: string): CaseIndex {
  const written = cases.filter(({ conversation }) => (conversation?.length ?? 0) > 0);
  const byText = Map.groupBy(written, (each) => plainText(firstWords(each)));
  // what is nothing but white space begins no case
  byText.delete("");
  const byWords = new Map<string, readonly EvalCase[]>();
  for (const same of byText.values()) for (const each of same) byWords.set(firstWords(each), same);
  const byId = new Map(written.toReversed().map((each) => [each.evalId, each]));
  return { evalSetId, written, byId, byText, byWords };
}

export interface MatchOptions {
  /** There is no other conversation. */
  readonly isOnly: boolean;
  /** Which of the conversations it is. */
  readonly place?: number | undefined;
  readonly by?: MatchBy | undefined;
  /** The case that a user named for all. */
  readonly given?: EvalCase | undefined;
}

/**
 * Finds the case of a conversation: the one that the trace names, else the one whose first message says the same, else the
 * only one where there is one conversation only. Nothing is guessed.
 */
export function matchCase(
  conversation: TraceConversation,
  cases: CaseIndex | undefined,
  { isOnly, place = 0, by, given }: MatchOptions,
): CaseMatch {
  if (conversation.turns.length === 0) return { why: "no-turns" };
  if (cases === undefined) return { why: "no-eval-set" };
  if (given !== undefined) return { evalCase: given, how: "given" };
  if (by === "order") return matched(cases.written[place], "order", "no-more-cases");
  const named = by === "text" ? undefined : namedIn(conversation);
  if (named !== undefined) return byName(named, conversation, cases, by);
  if (by === "id") return { why: "not-named" };
  const found = byText(conversation, cases);
  const [single, other] = cases.written;
  const isSingle = by === undefined && isOnly && single !== undefined && other === undefined;
  if (found.evalCase === undefined && found.why !== "ambiguous" && isSingle) {
    return { evalCase: single, how: "single-case" };
  }
  return found;
}

function matched(evalCase: EvalCase | undefined, how: HowMatched, why: NoMatch): CaseMatch {
  return evalCase === undefined ? { why } : { evalCase, how };
}

/** The case of that id; another set may have one of the same, and what the user said is still what it is. */
function byName(
  named: string,
  conversation: TraceConversation,
  cases: CaseIndex,
  by: MatchBy | undefined,
): CaseMatch {
  if (!isOfOtherSet(conversation, cases)) {
    return matched(cases.byId.get(named), "explicit", "unknown-case");
  }
  const found = by === "id" ? undefined : byText(conversation, cases);
  return found?.evalCase === undefined ? { why: "other-set" } : found;
}

function isOfOtherSet({ records }: TraceConversation, { evalSetId }: CaseIndex): boolean {
  if (evalSetId === undefined) return false;
  const named = records.find((record) => record.evalSetId !== undefined)?.evalSetId;
  return named !== undefined && named !== evalSetId;
}

/** The case whose first message says the same; of several, the one with as many turns, or made of this very conversation. */
function byText({ turns, key, traceId }: TraceConversation, cases: CaseIndex): CaseMatch {
  const words = turns[0]?.user ?? "";
  const same = cases.byWords.get(words) ?? alike(words, cases);
  if (same === undefined) return { why: "no-user-text" };
  if (same.length === 1) return { evalCase: same[0] as EvalCase, how: "user-text" };
  const fitting = same.filter(({ conversation = [] }) => conversation.length === turns.length);
  const own = fitting.filter(({ evalId }) => evalId === key || evalId === traceId);
  const [evalCase] = [fitting, own].find(({ length }) => length === 1) ?? [];
  if (evalCase !== undefined) return { evalCase, how: "user-text" };
  return { why: same.length > 1 ? "ambiguous" : "no-match" };
}

/** The cases that begin with the same words, however they are written; undefined for none at all. */
function alike(words: string, { byText }: CaseIndex): readonly EvalCase[] | undefined {
  const text = plainText(words);
  return text === "" ? undefined : (byText.get(text) ?? []);
}

function namedIn({ records }: TraceConversation): string | undefined {
  return records.find(({ caseId }) => caseId !== undefined)?.caseId;
}

function firstWords({ conversation = [] }: EvalCase): string {
  return textOf(conversation[0]?.userContent) ?? "";
}

/** Case and white space are nothing. */
function plainText(text: string): string {
  const bare = text.trim();
  const spaced = ODD_SPACE.test(bare) ? bare.replace(/\s+/g, " ") : bare;
  return spaced.toLowerCase().normalize();
}

/** Anything but single spaces. */
const ODD_SPACE = /\s\s|[^\S ]/;
