import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { countAt, recordedValue, textAt, usageOf } from "./attribute-values.ts";
import { calledWith } from "./called-with.ts";
import { indexedMessages } from "./indexed-messages.ts";
import { pythonValue } from "./python-value.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What OpenLLMetry (Traceloop) writes: a message one attribute a field, and what its decorators saw of functions. */
export const openllmetry: Dialect = ({ span: { attributes }, keys }) => {
  const kind = textAt(attributes, "traceloop.span.kind");
  const isIndexed = keys.some(isIndexedKey);
  const request = textAt(attributes, "llm.request.type");
  if (kind === undefined && !isIndexed && request === undefined) return undefined;
  const [input, output] = ["input", "output"].map((key) => attributes[`traceloop.entity.${key}`]);
  return {
    role:
      kind !== undefined ? roles[kind] : request !== undefined ? requestRole(request) : undefined,
    agentName: kind === "agent" ? textAt(attributes, "traceloop.entity.name") : undefined,
    input: () => indexedMessages(attributes, "gen_ai.prompt"),
    output: () => indexedMessages(attributes, "gen_ai.completion"),
    tool:
      kind === "tool"
        ? {
            name: textAt(attributes, "traceloop.entity.name"),
            args: argumentsOf(input),
            result: resultOf(output),
          }
        : undefined,
    usage: usageOf({
      input: countAt(attributes, "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens"),
      output: countAt(attributes, "gen_ai.usage.completion_tokens", "llm.usage.completion_tokens"),
    }),
    conversation: conversationOf(attributes),
    hasContent: isIndexed || input !== undefined || output !== undefined,
  };
};

const INDEXED = /^gen_ai\.(prompt|completion)\.\d+\./;

function isIndexedKey(key: string): boolean {
  return key.startsWith("gen_ai.") && INDEXED.test(key);
}

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  workflow: "workflow",
  agent: "agent",
  tool: "tool",
  task: "other",
};

function requestRole(type: string): SpanRole {
  return type === "chat" || type === "completion" ? "model" : "other";
}

/** Of a decorated function: its arguments; of LangChain: its inputs. */
function argumentsOf(given: unknown): unknown {
  const value = recordedValue(given);
  const called = calledWith(value);
  if (called !== undefined) return called;
  const { inputs, input_str } = fieldsOf(value);
  return pythonValue(inputs ?? input_str ?? value);
}

/** LangChain's tools answer with a message. */
function resultOf(given: unknown): unknown {
  const value = recordedValue(given);
  const { output } = fieldsOf(value);
  if (output === undefined) return value;
  const { content } = fieldsOf(fieldsOf(output).kwargs);
  return parsed(content ?? output);
}

const SESSIONS = [
  "traceloop.association.properties.session_id",
  "traceloop.association.properties.thread_id",
  "traceloop.association.properties.chat_id",
] as const;

function conversationOf(attributes: Attributes): string | undefined {
  const [session, thread, chat] = SESSIONS;
  return textAt(attributes, session, thread, chat);
}
