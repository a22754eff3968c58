import type { KeptMessage } from "../requests/kept-requests.ts";
import type { RecordedRequest } from "../requests/read-requests.ts";
import type { MessagePart } from "./message.ts";
import { LEFT_OUT, SETTINGS } from "./own-attributes.ts";
import type { Attributes } from "./span.ts";

/** What a model was sent, in OpenTelemetry's conventions: its instructions apart from the messages. */
export function requestAttributes(request: RecordedRequest): Attributes {
  const { messages, tools, settings, isPart } = request;
  const first = messages.findIndex(({ role }) => role !== "system");
  const at = first < 0 ? messages.length : first;
  const instructions = messages.slice(0, at).flatMap(partsOf);
  const prompt = { "gen_ai.system_instructions": JSON.stringify(instructions) };
  if (isPart === true) return prompt;
  return {
    ...(instructions.length > 0 && prompt),
    "gen_ai.input.messages": JSON.stringify(
      messages.slice(at).map((message) => ({ role: message.role, parts: partsOf(message) })),
    ),
    ...(tools.length > 0 && {
      "gen_ai.tool.definitions": JSON.stringify(
        tools.map((tool) => ({ type: "function", ...tool })),
      ),
    }),
    ...settingsOf(settings),
  };
}

function partsOf(message: KeptMessage): readonly object[] {
  if ("tooLong" in message) return [{ type: LEFT_OUT, characters: message.tooLong }];
  return message.parts.map(partOf);
}

function partOf(part: MessagePart): object {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { type: part.type, content: part.text };
    case "call":
      return { type: "tool_call", id: part.id, name: part.name, arguments: part.args };
    case "response":
      return {
        type: "tool_call_response",
        id: part.id,
        name: part.name,
        response: part.response,
        ...(part.isError === true && { is_error: true }),
      };
    case "other":
      return part.value as object;
  }
}

/** The conventions' names, for settings that are numbers; what has none there stands under ours. */
const numbers: Readonly<Record<string, string>> = {
  temperature: "gen_ai.request.temperature",
  topP: "gen_ai.request.top_p",
  topK: "gen_ai.request.top_k",
  maxTokens: "gen_ai.request.max_tokens",
  seed: "gen_ai.request.seed",
  frequencyPenalty: "gen_ai.request.frequency_penalty",
  presencePenalty: "gen_ai.request.presence_penalty",
};

function settingsOf(settings: Readonly<Record<string, unknown>>): Attributes {
  const found: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    const known = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
    if (known !== undefined && typeof value === "number") found[known] = value;
    else others[name] = value;
  }
  if (Object.keys(others).length > 0) found[SETTINGS] = JSON.stringify(others);
  return found;
}
