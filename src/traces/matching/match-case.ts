import { textOf } from "../../core/content.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import type { TraceConversation } from "../conversations/group-traces.ts";

/** Which case a conversation belongs to, and how that was found; or why none. */
export type CaseMatch =
  | { readonly evalCase: EvalCase; readonly how: "explicit" | "user-text" | "single-case" }
  | { readonly evalCase?: undefined; readonly why: NoMatch };

export type NoMatch =
  | "no-match"
  | "ambiguous"
  | "no-user-text"
  | "unknown-case"
  | "no-eval-set"
  | "no-turns";

const CASE_ID = "agentevals.eval.case.id";

/**
 * Finds the case of a conversation: the one that the trace names, else the one whose first message says the same, else the
 * only one where there is one conversation only. Nothing is guessed.
 */
export function matchCase(
  conversation: TraceConversation,
  cases: readonly EvalCase[] | undefined,
  { isOnly }: { readonly isOnly: boolean },
): CaseMatch {
  if (conversation.turns.length === 0) return { why: "no-turns" };
  if (cases === undefined) return { why: "no-eval-set" };
  // what a simulated user would say is not written anywhere
  const written = cases.filter(({ conversation: turns }) => (turns?.length ?? 0) > 0);
  const named = namedCase(conversation);
  if (named !== undefined) {
    const evalCase = written.find(({ evalId }) => evalId === named);
    return evalCase === undefined ? { why: "unknown-case" } : { evalCase, how: "explicit" };
  }
  const [single] = written;
  const isSingle = isOnly && written.length === 1 && single !== undefined;
  const text = conversation.turns[0]?.user;
  const plain = text === undefined ? "" : plainText(text);
  if (plain !== "") {
    const same = written.filter((each) => firstText(each) === plain);
    const found = same.length === 1 ? same[0] : byLength(same, conversation.turns.length);
    if (found !== undefined) return { evalCase: found, how: "user-text" };
    if (same.length > 1) return { why: "ambiguous" };
  }
  if (isSingle) return { evalCase: single, how: "single-case" };
  return { why: plain === "" ? "no-user-text" : "no-match" };
}

/** On a span, else on whoever sent it. */
function namedCase({ readings }: TraceConversation): string | undefined {
  const spans = readings.flatMap(({ tree }) => tree.spans);
  for (const span of spans) {
    const name = span.attributes[CASE_ID] ?? span.resource.attributes[CASE_ID];
    if (typeof name === "string" && name !== "") return name;
  }
  return undefined;
}

function firstText({ conversation = [] }: EvalCase): string {
  return plainText(textOf(conversation[0]?.userContent) ?? "");
}

/** Case and white space are nothing. */
function plainText(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLocaleLowerCase("en").normalize();
}

/** Cases that begin alike are told apart by how many turns they have, where only one has that many. */
function byLength(cases: readonly EvalCase[], turns: number): EvalCase | undefined {
  const fitting = cases.filter(({ conversation = [] }) => conversation.length === turns);
  return fitting.length === 1 ? fitting[0] : undefined;
}
