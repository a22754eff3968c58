import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import { WireParts } from "./wire-parts.ts";
import type { WireProtocol, WireResult } from "./wire-protocol.ts";
import { argumentsFrom, resultFrom, tokenCounts } from "./wire-values.ts";

/** OpenAI's responses. */
export const wireOpenaiResponses: WireProtocol = {
  matches: (path) => path.endsWith("/responses"),
  readRequest({ input, model, prompt }) {
    if (input === undefined && prompt === undefined) return undefined;
    return { model: textFrom(model), results: resultsIn(objectsOf(input)) };
  },
  readReply(pieces) {
    const response = pieces.findLast(({ object }) => object === "response") ?? streamed(pieces);
    if (response === undefined) return undefined;
    const parts = new WireParts();
    for (const item of objectsOf(response.output)) addItem(parts, item);
    const usage = fieldsOf(response.usage);
    return {
      model: textFrom(response.model),
      parts: parts.all,
      usage: tokenCounts({
        input: [usage.input_tokens],
        output: [usage.output_tokens],
        cached: fieldsOf(usage.input_tokens_details).cached_tokens,
        reasoning: fieldsOf(usage.output_tokens_details).reasoning_tokens,
      }),
    };
  },
};

/** The last event holds the whole response; before it came, or where it is empty, the items that ended count. */
function streamed(pieces: readonly LooseJson[]): LooseJson | undefined {
  const last = pieces.findLast((piece) => fieldsOf(piece.response).object === "response");
  if (last === undefined) return undefined;
  const response = fieldsOf(last.response);
  if (objectsOf(response.output).length > 0) return response;
  const ended = pieces.filter(({ type }) => type === "response.output_item.done");
  return { ...response, output: ended.map(({ item }) => item) };
}

function addItem(parts: WireParts, item: LooseJson): void {
  switch (item.type) {
    case "message":
      for (const { text, refusal } of objectsOf(item.content)) parts.text(text ?? refusal);
      break;
    case "reasoning":
      for (const { text } of objectsOf(item.summary)) parts.text(text, { thought: true });
      break;
    case "function_call":
      parts.call({ id: item.call_id, tool: item.name, args: argumentsFrom(item.arguments) });
      break;
    case "custom_tool_call":
      parts.call({ id: item.call_id, tool: item.name, args: { input: item.input } });
      break;
    default:
      // tools that ran at the vendor's are no calls of the agent
      break;
  }
}

function resultsIn(items: readonly LooseJson[]): readonly WireResult[] {
  const lastOfModel = items.findLastIndex(
    ({ type, role }) =>
      role === "assistant" || type === "function_call" || type === "custom_tool_call",
  );
  return items.flatMap(({ type, call_id: id, output }, index): readonly WireResult[] => {
    if (type !== "function_call_output" && type !== "custom_tool_call_output") return [];
    return [{ id: textFrom(id), value: resultFrom(output), isNew: index > lastOfModel }];
  });
}
