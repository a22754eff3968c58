import { isObject } from "../schema/parse-context.ts";
import type { Message, MessagePart, MessageRole } from "../traces/message.ts";
import { parsed } from "./parsed.ts";
import { readParts } from "./read-parts.ts";

/**
 * Reads a list of messages in any form that frameworks record: OpenTelemetry's parts, chat completions, Gemini's contents,
 * AI SDK, Anthropic and Bedrock blocks, LangChain, and items of OpenAI's responses. Undefined where it is no list of messages.
 */
export function readMessages(given: unknown): readonly Message[] | undefined {
  const value = parsed(given);
  if (isObject(value)) {
    const one = readMessage(value);
    return one === undefined ? undefined : [one];
  }
  if (!Array.isArray(value)) return undefined;
  // LangChain batches: a list of conversations, of which there is one
  const items: readonly unknown[] = value.some(Array.isArray) ? value.flat() : value;
  const messages: Message[] = [];
  for (const each of items) {
    const message = isObject(each) ? readMessage(each) : undefined;
    if (message !== undefined) messages.push(message);
  }
  return messages;
}

/** One message. Undefined for an object that is none. */
export function readMessage(given: Readonly<Record<string, unknown>>): Message | undefined {
  const item = readItem(given);
  if (item !== undefined) return item;
  const inner = langChainFields(given);
  const role = roleOf(inner ?? given);
  if (role === undefined) return undefined;
  const source = inner ?? given;
  // OpenInference has a content of several parts beside the one that is a text
  const parts: MessagePart[] = [...readParts(source.parts ?? source.contents ?? source.content)];
  if (!parts.some(({ type }) => type === "call")) parts.push(...readCalls(source));
  if (role === "tool") return { role, parts: asResponse(source, parts) };
  return { role, parts };
}

const roles: Readonly<Record<string, MessageRole | undefined>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  model: "assistant",
  ai: "assistant",
  bot: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
  function: "tool",
  HumanMessage: "user",
  HumanMessageChunk: "user",
  AIMessage: "assistant",
  AIMessageChunk: "assistant",
  SystemMessage: "system",
  ToolMessage: "tool",
  FunctionMessage: "tool",
};

function roleOf(given: Readonly<Record<string, unknown>>): MessageRole | undefined {
  const { role, type, id } = given;
  if (typeof role === "string") {
    return Object.hasOwn(roles, role) ? roles[role] : (roles[role.toLowerCase()] ?? "user");
  }
  const named = Array.isArray(id) ? id.at(-1) : type;
  return typeof named === "string" && Object.hasOwn(roles, named) ? roles[named] : undefined;
}

/** LangChain wraps a message's fields, with its class as the last word of `id`, or as `type`. */
function langChainFields(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const { kwargs, data, id, type } = given;
  if (isObject(kwargs) && Array.isArray(id)) return { ...kwargs, id, type };
  if (isObject(data) && typeof type === "string" && "content" in data) {
    return { ...data, type, id: undefined };
  }
  return undefined;
}

/** An item of OpenAI's responses: a call, its result or a thought stands in the place of a message. */
function readItem(given: Readonly<Record<string, unknown>>): Message | undefined {
  switch (given.type) {
    case "function_call":
    case "function_call_output":
    case "function_call_result":
    case "reasoning": {
      const parts = readParts([given]);
      const role = given.type === "function_call" || given.type === "reasoning";
      return { role: role ? "assistant" : "tool", parts };
    }
    default:
      return undefined;
  }
}

/** Calls beside the content, as chat completions, LangChain and AI SDK have them. */
function readCalls(source: Readonly<Record<string, unknown>>): readonly MessagePart[] {
  const calls = parsed(source.tool_calls ?? source.toolCalls);
  return Array.isArray(calls)
    ? readParts(calls.map((call) => (isObject(call) ? { ...call, type: "tool_call" } : call)))
    : readOnlyCall(source);
}

/** Before there could be several, a message had one call without an id; OpenInference writes its fields one by one. */
function readOnlyCall(source: Readonly<Record<string, unknown>>): readonly MessagePart[] {
  const { function_call: call, function_call_name: name } = source;
  if (isObject(call)) return readParts([{ ...call, type: "tool_call" }]);
  if (typeof name !== "string") return [];
  return readParts([
    { type: "tool_call", name, arguments: source.function_call_arguments_json ?? {} },
  ]);
}

/** What a tool says is its result, whatever form it has. */
function asResponse(
  source: Readonly<Record<string, unknown>>,
  parts: readonly MessagePart[],
): readonly MessagePart[] {
  if (parts.some(({ type }) => type === "response")) return parts;
  const id = source.tool_call_id ?? source.toolCallId ?? source.id;
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return [
    {
      type: "response",
      id: typeof id === "string" ? id : undefined,
      name: typeof source.name === "string" ? source.name : undefined,
      response: texts.length > 0 ? parsed(texts.join("")) : parsed(source.content),
      isError: source.status === "error" || undefined,
    },
  ];
}
