import {
  fieldsOf,
  type LooseJson,
  numberFrom,
  objectsOf,
  textFrom,
} from "../../core/json/loose-json.ts";
import { WireParts } from "./wire-parts.ts";
import type { WireProtocol, WireResult } from "./wire-protocol.ts";
import { argumentsFrom, resultFrom, tokenCounts } from "./wire-values.ts";

/** OpenAI's chat completions, which most other vendors and local servers speak too. */
export const wireOpenaiChat: WireProtocol = {
  matches: (path) => path.endsWith("/chat/completions"),
  readRequest({ messages, model }) {
    if (!Array.isArray(messages)) return undefined;
    return { model: textFrom(model), results: resultsIn(objectsOf(messages)) };
  },
  readReply(pieces) {
    const answers = pieces.filter((piece) => Array.isArray(piece.choices));
    if (answers.length === 0) return undefined;
    const parts = new WireParts();
    const calls = new Map<number, StreamedCall>();
    let isOver = false;
    for (const answer of answers) {
      // further choices are further tries at the same answer
      const choice = objectsOf(answer.choices).find(({ index }) => (index ?? 0) === 0);
      const message = fieldsOf(choice?.message ?? choice?.delta);
      isOver ||= Boolean(choice?.finish_reason ?? choice?.message);
      parts.text(message.reasoning_content ?? message.reasoning, { thought: true });
      parts.text(message.content);
      for (const call of objectsOf(message.tool_calls)) addCall(calls, call);
    }
    for (const { id, tool, text } of calls.values()) {
      parts.call({ id, tool, args: text === "" && !isOver ? undefined : argumentsFrom(text) });
    }
    const usage = fieldsOf(answers.findLast((answer) => isCounted(answer))?.usage);
    return {
      model: textFrom(answers.find((answer) => answer.model)?.model),
      parts: parts.all,
      usage: tokenCounts({
        input: [usage.prompt_tokens],
        output: [usage.completion_tokens],
        cached: fieldsOf(usage.prompt_tokens_details).cached_tokens,
        reasoning: fieldsOf(usage.completion_tokens_details).reasoning_tokens,
      }),
    };
  },
};

interface StreamedCall {
  readonly id: string | undefined;
  readonly tool: string;
  readonly text: string;
}

/** Pieces of one call share its index; servers that leave it out send whole calls. */
function addCall(calls: Map<number, StreamedCall>, piece: LooseJson): void {
  const at = numberFrom(piece.index) ?? calls.size;
  const call = calls.get(at);
  const called = fieldsOf(piece.function ?? piece.custom);
  calls.set(at, {
    id: textFrom(piece.id) ?? call?.id,
    tool: (call?.tool ?? "") + (textFrom(called.name) ?? ""),
    text: (call?.text ?? "") + writtenArguments(called),
  });
}

function writtenArguments({ arguments: written, input }: LooseJson): string {
  if (typeof input === "string") return JSON.stringify({ input });
  if (typeof written === "string") return written;
  // some local servers send the object itself
  return written === undefined || written === null ? "" : JSON.stringify(written);
}

function isCounted({ usage }: LooseJson): boolean {
  return usage !== undefined && usage !== null;
}

function resultsIn(messages: readonly LooseJson[]): readonly WireResult[] {
  const lastOfModel = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.flatMap((message, index): readonly WireResult[] => {
    if (message.role !== "tool") return [];
    const { tool_call_id: id, name, content } = message;
    const value = resultFrom(content);
    return [{ id: textFrom(id), tool: textFrom(name), value, isNew: index > lastOfModel }];
  });
}
