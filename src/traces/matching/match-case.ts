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

/** The cases of a set, ready to be found by many conversations. */
export interface CaseIndex {
  /** Those with a written conversation: what a simulated user would say is not written anywhere. */
  readonly written: readonly EvalCase[];
  readonly byId: ReadonlyMap<string, EvalCase>;
  /** By the first message, without what is nothing in it. */
  readonly byText: ReadonlyMap<string, readonly EvalCase[]>;
}

export function indexCases(cases: readonly EvalCase[]): CaseIndex {
  const written = cases.filter(({ conversation }) => (conversation?.length ?? 0) > 0);
  return {
    written,
    byId: new Map(written.toReversed().map((each) => [each.evalId, each])),
    byText: Map.groupBy(written, firstText),
  };
}

/**
 * Finds the case of a conversation: the one that the trace names, else the one whose first message says the same, else the
 * only one where there is one conversation only. Nothing is guessed.
 */
export function matchCase(
  conversation: TraceConversation,
  cases: CaseIndex | undefined,
  { isOnly }: { readonly isOnly: boolean },
): CaseMatch {
  if (conversation.turns.length === 0) return { why: "no-turns" };
  if (cases === undefined) return { why: "no-eval-set" };
  const named = namedCase(conversation);
  if (named !== undefined) {
    const evalCase = cases.byId.get(named);
    return evalCase === undefined ? { why: "unknown-case" } : { evalCase, how: "explicit" };
  }
  const found = byText(conversation, cases);
  const [single, other] = cases.written;
  const isSingle = isOnly && single !== undefined && other === undefined;
  if (found.evalCase === undefined && found.why !== "ambiguous" && isSingle) {
    return { evalCase: single, how: "single-case" };
  }
  return found;
}

/** The case whose first message says the same; of several, the one with as many turns. */
function byText({ turns }: TraceConversation, cases: CaseIndex): CaseMatch {
  const text = plainText(turns[0]?.user ?? "");
  if (text === "") return { why: "no-user-text" };
  const same = cases.byText.get(text) ?? [];
  const fitting = same.filter(({ conversation = [] }) => conversation.length === turns.length);
  const [evalCase] = same.length === 1 ? same : fitting.length === 1 ? fitting : [];
  if (evalCase !== undefined) return { evalCase, how: "user-text" };
  return { why: same.length > 1 ? "ambiguous" : "no-match" };
}

/** On a span, else on whoever sent it. */
function namedCase({ readings }: TraceConversation): string | undefined {
  for (const { tree } of readings) {
    for (const span of tree.spans) {
      const name = span.attributes[CASE_ID] ?? span.resource.attributes[CASE_ID];
      if (typeof name === "string" && name !== "") return name;
    }
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
