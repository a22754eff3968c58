import type { Turn } from "../core/agent.ts";
import type { Part } from "../core/content.ts";
import {
  type Invocation,
  type InvocationEvent,
  isRecorded,
  toolCallsOf,
  toolResponsesOf,
} from "../core/invocation.ts";

export function replayTurn(invocation: Invocation, turn: Turn): void {
  const data = invocation.intermediateData;
  if (isRecorded(data)) {
    for (const event of data.invocationEvents) replayEvent(event, turn);
    return;
  }
  for (const [author, parts] of data?.intermediateResponses ?? []) {
    for (const part of parts) replayPart(part, turn, author);
  }
  for (const functionCall of toolCallsOf(invocation)) replayPart({ functionCall }, turn);
  for (const functionResponse of toolResponsesOf(invocation)) {
    replayPart({ functionResponse }, turn);
  }
}

function replayEvent(
  { author, content, usageMetadata, modelVersion }: InvocationEvent,
  turn: Turn,
) {
  for (const part of content?.parts ?? []) replayPart(part, turn, author);
  if (usageMetadata === undefined) return;
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount } =
    usageMetadata;
  turn.usage(
    {
      input: promptTokenCount ?? 0,
      output: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
      cached: cachedContentTokenCount,
      reasoning: thoughtsTokenCount,
    },
    { author, ...(modelVersion === undefined ? {} : { model: modelVersion }) },
  );
}

function replayPart(part: Part, turn: Turn, author?: string): void {
  const { text, thought, functionCall, functionResponse } = part;
  if (text) turn.text(text, { author, ...(thought === true ? { thought } : {}) });
  if (functionCall) {
    turn.call(functionCall.id ?? "", functionCall.name ?? "", functionCall.args, { author });
  }
  if (functionResponse) {
    const { id = "", name, response } = functionResponse;
    turn.result(id, name, { output: response }, { author });
  }
}
