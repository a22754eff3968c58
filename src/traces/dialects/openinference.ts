import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessages } from "../../core/messages/read-messages.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { countAt, recordedValue, textAt, usageOf, wordsAt } from "./attribute-values.ts";
import { indexedMessages } from "./indexed-messages.ts";
import { pythonValue } from "./python-value.ts";
import type { Dialect, MessageReader, SpanRole } from "./span-facts.ts";

/** What OpenInference (Phoenix, Arize) writes, and all instrumentations that are made with it. */
export const openinference: Dialect = ({ span }) => {
  const kind = textAt(span.attributes, "openinference.span.kind");
  if (kind === undefined) return undefined;
  const attributes = shown(span.attributes);
  const [input, output] = [attributes["input.value"], attributes["output.value"]];
  const isTool = kind === "TOOL";
  const read = {
    input: () => indexedMessages(attributes, "llm.input_messages", WRAPPERS) ?? asked(kind, input),
    output: () =>
      indexedMessages(attributes, "llm.output_messages", WRAPPERS) ?? said(kind, output),
  };
  return {
    ...read,
    role: roles[kind] ?? "other",
    agentName: textAt(attributes, "agent.name", "graph.node.id"),
    model: textAt(attributes, "llm.model_name"),
    provider: textAt(attributes, "llm.provider", "llm.system"),
    tool: isTool
      ? {
          name: textAt(attributes, "tool.name"),
          id: textAt(attributes, "tool.id", "tool_call.id"),
          args: toolArgs(attributes["tool.parameters"] ?? input),
          result: recordedValue(output),
        }
      : undefined,
    usage: usageOf({
      input: countAt(attributes, "llm.token_count.prompt"),
      output: countAt(attributes, "llm.token_count.completion"),
      cacheRead: countAt(attributes, "llm.token_count.prompt_details.cache_read"),
      cacheWrite: countAt(attributes, "llm.token_count.prompt_details.cache_write"),
      reasoning: countAt(attributes, "llm.token_count.completion_details.reasoning"),
    }),
    cost: countAt(attributes, "llm.cost.total"),
    finishReasons: wordsAt(attributes, "llm.finish_reason"),
    conversation: textAt(attributes, "session.id"),
    // a getter, since values may be long, and one span that tells is enough for its turn
    get hasContent() {
      if (Object.keys(attributes).some((key) => /^llm\.(input|output)_messages\./.test(key))) {
        return true;
      }
      if (isTool) return input !== undefined || output !== undefined;
      return roles[kind] !== undefined && (tells(input, read.input) || tells(output, read.output));
    },
  };
};

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  AGENT: "agent",
  CHAIN: "workflow",
  LLM: "model",
  TOOL: "tool",
};

/** LangChain's tools have one input, which is the text of a Python object. */
function toolArgs(given: unknown): unknown {
  const value = pythonValue(recordedValue(given));
  const { input, ...others } = fieldsOf(value);
  const isAlone = typeof input === "string" && Object.keys(others).length === 0;
  const inner = isAlone ? pythonValue(input) : undefined;
  return isObject(inner) ? inner : value;
}

/** What it writes in place of a text that a setting hides (`OPENINFERENCE_HIDE_INPUTS` and others). */
const HIDDEN = "__REDACTED__";

/** Without what is hidden: nobody said it. */
function shown(attributes: Attributes): Attributes {
  const entries = Object.entries(attributes);
  const left = entries.filter(([, value]) => value !== HIDDEN);
  return left.length === entries.length ? attributes : Object.fromEntries(left);
}

/** Words in the paths of attributes that name nothing of their own. */
const WRAPPERS = ["message", "tool_call", "message_content"];

/**
 * Whether words can be read from a value. Where a setting hides the messages, the whole request and response may be left in
 * it: what was said is not known then, and to read nothing is not to know that nothing was said.
 */
function tells(value: unknown, messages: MessageReader): boolean {
  if (value === undefined) return false;
  return typeof parsed(value) === "string" || (messages() ?? []).length > 0;
}

/** What went into an agent or a chain, where that is something a user said: text, messages, or one field of these. */
function asked(kind: string, value: unknown): readonly Message[] | undefined {
  return kind === "AGENT" || kind === "CHAIN" ? saidIn(value, "user") : readMessages(value);
}

function said(kind: string, value: unknown): readonly Message[] | undefined {
  if (kind === "AGENT") return saidIn(value, "assistant");
  return kind === "LLM" ? saidIn(value, "assistant") : undefined;
}

function saidIn(value: unknown, role: "user" | "assistant"): readonly Message[] | undefined {
  if (value === undefined) return undefined;
  const read = parsed(value);
  if (typeof read === "string") return [{ role, parts: [{ type: "text", text: read }] }];
  const { messages, input, question, output, content } = fieldsOf(read);
  const list = readMessages(messages ?? read);
  if (list !== undefined && list.length > 0) return list;
  const text = role === "user" ? (input ?? question) : (output ?? content);
  return typeof text === "string" ? [{ role, parts: [{ type: "text", text }] }] : undefined;
}
