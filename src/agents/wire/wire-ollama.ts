import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import { WireParts } from "./wire-parts.ts";
import type { WireProtocol, WireResult } from "./wire-protocol.ts";
import { resultFrom, tokenCounts } from "./wire-values.ts";

/** Ollama's own chat. It knows no ids; its streams are lines. */
export const wireOllama: WireProtocol = {
  matches: (path) => path.endsWith("/api/chat"),
  readRequest({ messages, model }) {
    // many an app has a path of this name
    if (!Array.isArray(messages) || typeof model !== "string") return undefined;
    return { model, results: resultsIn(objectsOf(messages)) };
  },
  readReply(pieces) {
    const answers = pieces.filter((piece) => "message" in piece && typeof piece.done === "boolean");
    if (answers.length === 0) return undefined;
    const parts = new WireParts();
    for (const answer of answers) {
      const message = fieldsOf(answer.message);
      parts.text(message.thinking, { thought: true });
      parts.text(message.content);
      for (const call of objectsOf(message.tool_calls)) {
        const { name, arguments: args = {} } = fieldsOf(call.function);
        parts.call({ id: call.id, tool: name, args });
      }
    }
    const last = answers.find(({ done }) => done === true);
    return {
      model: textFrom(answers[0]?.model),
      parts: parts.all,
      usage: tokenCounts({
        input: [last?.prompt_eval_count],
        output: [last?.eval_count],
        cached: undefined,
        reasoning: undefined,
      }),
    };
  },
};

function resultsIn(messages: readonly LooseJson[]): readonly WireResult[] {
  const lastOfModel = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.flatMap((message, index): readonly WireResult[] => {
    if (message.role !== "tool") return [];
    const tool = textFrom(message.tool_name ?? message.name);
    return [{ tool, value: resultFrom(message.content), isNew: index > lastOfModel }];
  });
}
