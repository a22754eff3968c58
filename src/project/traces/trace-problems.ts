import type { TraceConversation } from "../../traces/conversations/group-traces.ts";
import type { NoMatch } from "../../traces/matching/match-case.ts";

/** Why a conversation is compared with nothing, in a sentence. */
export function unmatchedText(why: NoMatch): string {
  return sentences[why];
}

const sentences: Readonly<Record<NoMatch, string>> = {
  "no-match": "No case of the eval set begins with what the user said here.",
  ambiguous:
    "Several cases begin with what the user said here. Name the case on a span or its resource: agentevals.eval.case.id.",
  "no-user-text": "The trace does not say what the user said, so no case can be found for it.",
  "unknown-case":
    "The trace names a case (agentevals.eval.case.id) that the eval set does not have.",
  "not-named":
    "The trace names no case (agentevals.eval.case.id), and nothing else is looked at with --match id.",
  "no-more-cases": "The eval set has no case left for it: cases are taken in order.",
  "other-set":
    "The trace is of a case of another eval set (agentevals.eval_set.id), and no case of this one begins with what the user said.",
  "no-eval-set": "There is no eval set to compare with. Give one:  --eval-set FILE",
  "no-turns": "No span of the trace tells what an agent said or did, or of a call to a model.",
};

/** Says how to have words recorded where a trace has none at all; undefined where it has. */
export function withoutContent(conversation: TraceConversation): string | undefined {
  if (conversation.turns.some(({ hasContent }) => hasContent)) return undefined;
  return `Nothing that was said or called is in the trace. Have it recorded:  ${contentVariable(conversation)}`;
}

/** Of a trace without a turn. A lone span of an agent may be all that is written where no words are recorded. */
export function withoutTurns(conversation: TraceConversation): string {
  return `${sentences["no-turns"]} If an agent wrote it, have content recorded:  ${contentVariable(conversation)}`;
}

/** The setting that has words recorded. To ADK, "true" says log records alone, which stand in no span. */
export function contentVariable({ records }: TraceConversation): string {
  return records.some(({ isAdk }) => isAdk)
    ? "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=SPAN_ONLY (before google-adk 2.13: ADK_CAPTURE_MESSAGE_CONTENT_IN_SPANS=true)"
    : "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true";
}
