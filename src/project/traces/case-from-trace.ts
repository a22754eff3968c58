import { knownSecrets } from "../../agents/secrets/known-secrets.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import { mapValues } from "../../core/json/set-own.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { safeText } from "../../reporters/text/safe-text.ts";
import type { TraceConversation } from "../../traces/conversations/group-traces.ts";
import { toInvocation } from "../../traces/turns/to-invocation.ts";
import type { ConversationSource } from "./conversation-source.ts";

/** A conversation, and the id that a case of it has. */
export interface NamedConversation {
  readonly id: string;
  readonly conversation: TraceConversation;
}

/** Each under the name of its conversation; traces that share one, and are taken apart, under their own ids. */
export function namedConversations({
  count,
  at,
}: ConversationSource): readonly NamedConversation[] {
  const groups = Array.from({ length: count }, (_, place) => at(place));
  const keys = Map.groupBy(groups, ({ key }) => key);
  return groups.map((conversation) => {
    const { key, traceId } = conversation;
    return { id: keys.get(key)?.length === 1 ? key : traceId, conversation };
  });
}

/**
 * A case of a conversation: what was said in it, and what the agent did as its references. Undefined where the trace does
 * not say what the user said in each turn. `now` in Unix seconds.
 */
export function caseFromTrace(
  evalId: string,
  { turns }: Pick<TraceConversation, "turns">,
  now: number,
): EvalCase | undefined {
  if (turns.length === 0 || turns.some(({ user }) => user === undefined)) return undefined;
  return { evalId, conversation: referencesOf({ turns }), creationTimestamp: now };
}

/** The turns of a conversation as people write what they expect. */
export function referencesOf({ turns }: Pick<TraceConversation, "turns">): readonly Invocation[] {
  return turns.map((turn) => referenceOf(toInvocation(turn)));
}

/** A case as it may be written to a file: what was a secret in it is gone. */
export function maskedCase(evalCase: EvalCase): {
  readonly evalCase: EvalCase;
  readonly isMasked: boolean;
} {
  const { mask } = safeText(knownSecrets());
  const masked = maskedTexts(evalCase, mask);
  return { evalCase: masked, isMasked: JSON.stringify(masked) !== JSON.stringify(evalCase) };
}

/** As people write what they expect: calls and what they gave back, each under its id. */
function referenceOf(turn: Invocation): Invocation {
  const { invocationId, userContent, finalResponse, creationTimestamp } = turn;
  return {
    invocationId,
    userContent,
    finalResponse,
    intermediateData: { toolUses: toolCallsOf(turn), toolResponses: toolResponsesOf(turn) },
    creationTimestamp,
  };
}

function maskedTexts<T>(value: T, mask: (text: string) => string): T {
  const masked = (each: unknown): unknown => {
    if (typeof each === "string") return mask(each);
    if (Array.isArray(each)) return each.map(masked);
    return isObject(each) ? mapValues(each, masked) : each;
  };
  return masked(value) as T;
}
