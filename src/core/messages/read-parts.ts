import { isObject } from "../schema/parse-context.ts";
import type { MessagePart } from "../traces/message.ts";
import { parsed } from "./parsed.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What stands for words that were left out on purpose. */
const ABSENT = new Set(["<REDACTED>", "<elided>", "<not specified>", ""]);

/** The parts of a message: a text, or a list of parts or blocks in any vendor's form. */
export function readParts(given: unknown): readonly MessagePart[] {
  const value = blocksIn(given);
  if (typeof value === "string") return ABSENT.has(value) ? [] : [{ type: "text", text: value }];
  if (isObject(value)) return [readPart(value)];
  if (!Array.isArray(value)) return [];
  const parts: MessagePart[] = [];
  for (const each of value) {
    if (typeof each === "string") parts.push(...readParts(each));
    else if (isObject(each)) {
      const part = readPart(each);
      if (part.type !== "text" || !ABSENT.has(part.text)) parts.push(part);
    }
  }
  return parts;
}

/** Strands writes a list of blocks as text; what merely looks like JSON is what somebody said. */
function blocksIn(given: unknown): unknown {
  if (typeof given !== "string" || !given.startsWith("[{")) return given;
  const value = parsed(given);
  return Array.isArray(value) && value.length > 0 && value.every(isBlock) ? value : given;
}

function isBlock(value: unknown): boolean {
  return (
    isObject(value) &&
    (BLOCKS.some((key) => isObject(value[key])) ||
      (typeof value.text === "string" && Object.keys(value).length === 1) ||
      (typeof value.type === "string" && readers[value.type] !== undefined))
  );
}

const BLOCKS = ["toolUse", "toolResult", "reasoningContent", "functionCall", "function_call"];

function readPart(part: Fields): MessagePart {
  const { type } = part;
  const read = typeof type === "string" && Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read !== undefined) return read(part);
  return readKeyedPart(part) ?? { type: "other", value: part };
}

/** Forms that say what they are in `type`. */
const readers: Readonly<Record<string, ((part: Fields) => MessagePart) | undefined>> = {
  text: textPart,
  input_text: textPart,
  output_text: textPart,
  refusal: (part) => textPart({ text: part.refusal ?? part.content }),
  reasoning: thought,
  thinking: thought,
  tool_call: call,
  "tool-call": call,
  tool_use: call,
  function: call,
  function_call: call,
  server_tool_call: call,
  tool_call_response: response,
  "tool-result": response,
  tool_result: response,
  function_call_output: response,
  function_call_result: response,
  server_tool_call_response: response,
};

/** Forms that say what they are by their key: Gemini's and Bedrock's. */
function readKeyedPart(part: Fields): MessagePart | undefined {
  const wrappedCall = part.functionCall ?? part.function_call ?? part.toolUse;
  if (isObject(wrappedCall)) return call(wrappedCall);
  const answer = part.functionResponse ?? part.function_response ?? part.toolResult;
  if (isObject(answer)) return response(answer);
  if (part.thought === true) return thought(part);
  if (typeof part.text === "string") return { type: "text", text: part.text };
  if (part.type === undefined && typeof part.content === "string") return textPart(part);
  return undefined;
}

function textPart(part: Fields): MessagePart {
  const text = part.content ?? part.text;
  return typeof text === "string" ? { type: "text", text } : { type: "other", value: part };
}

function thought(part: Fields): MessagePart {
  const text = part.content ?? part.text ?? part.thinking ?? part.reasoning;
  return { type: "reasoning", text: typeof text === "string" ? text : "" };
}

function call(part: Fields): MessagePart {
  const inner = isObject(part.function) ? part.function : part;
  const id = part.call_id ?? part.callId ?? part.toolCallId ?? part.toolUseId ?? part.id;
  const args = inner.arguments ?? inner.args ?? inner.input ?? inner.parameters;
  return {
    type: "call",
    id: nonEmpty(id),
    name: nonEmpty(inner.name ?? inner.toolName ?? inner.tool_name),
    args: parsed(args),
  };
}

function response(part: Fields): MessagePart {
  const id =
    part.call_id ??
    part.callId ??
    part.toolCallId ??
    part.toolUseId ??
    part.tool_use_id ??
    part.tool_call_id ??
    part.id;
  const held = part.response ?? part.result ?? part.output ?? part.content ?? part.tool_result;
  const isError = part.isError === true || part.is_error === true || part.status === "error";
  return {
    type: "response",
    id: nonEmpty(id),
    name: nonEmpty(part.name ?? part.toolName ?? part.tool_name),
    response: unwrapped(parsed(held)),
    ...(isError && { isError }),
  };
}

/** AI SDK says of an output what it is: `{ type: "json", value }`. Bedrock lists blocks of which there is one. */
function unwrapped(held: unknown): unknown {
  if (isObject(held) && typeof held.type === "string" && "value" in held) return held.value;
  if (!Array.isArray(held) || held.length !== 1 || !isObject(held[0])) return held;
  const [{ json, text, ...others }] = held as [Fields];
  if (Object.keys(others).some((key) => key !== "type")) return held;
  return json ?? (typeof text === "string" ? parsed(text) : held);
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
