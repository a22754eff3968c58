import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessages } from "../../core/messages/read-messages.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Message } from "../../core/traces/message.ts";
import { countOf, textAt, usageOf } from "./attribute-values.ts";
import { pythonValue } from "./python-value.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What LangSmith writes to OpenTelemetry: the inputs and outputs of LangChain's runs, as JSON. */
export const langsmith: Dialect = ({ span: { attributes, name } }) => {
  const kind = textAt(attributes, "langsmith.span.kind");
  if (kind === undefined) return undefined;
  const [given, made] = [attributes["gen_ai.prompt"], attributes["gen_ai.completion"]];
  const usage = fieldsOf(parsed(attributes["langsmith.usage_metadata"]));
  const isTool = kind === "tool";
  return {
    role: roles[kind] ?? "other",
    agentName: kind === "chain" ? textAt(attributes, "langsmith.trace.name") : undefined,
    input: isTool ? undefined : () => inputOf(parsed(given)),
    output: isTool ? undefined : () => outputOf(parsed(made)),
    tool: isTool
      ? {
          name: textAt(attributes, "gen_ai.tool.name") ?? name,
          args: argsOf(given),
          result: resultOf(made),
        }
      : undefined,
    usage: usageOf({ input: countOf(usage.input_tokens), output: countOf(usage.output_tokens) }),
    conversation: textAt(
      attributes,
      "langsmith.metadata.thread_id",
      "langsmith.metadata.session_id",
      "langsmith.metadata.conversation_id",
    ),
    hasContent: given !== undefined || made !== undefined,
  };
};

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  llm: "model",
  chain: "workflow",
  tool: "tool",
};

function inputOf(given: unknown): readonly Message[] | undefined {
  const { messages, input } = fieldsOf(given);
  if (typeof input === "string") return [{ role: "user", parts: [{ type: "text", text: input }] }];
  return readMessages(messages ?? given);
}

/** A chat model gives generations, each with its message; a chain gives messages, the last of which is its answer. */
function outputOf(made: unknown): readonly Message[] | undefined {
  const { generations, messages, output } = fieldsOf(made);
  if (Array.isArray(generations)) {
    const first = generations.flat()[0];
    return isObject(first)
      ? readMessages(first.message ?? { role: "assistant", content: first.text })
      : undefined;
  }
  if (typeof output === "string") {
    return [{ role: "assistant", parts: [{ type: "text", text: output }] }];
  }
  return readMessages(messages ?? made)?.slice(-1);
}

function argsOf(given: unknown): unknown {
  const { input } = fieldsOf(parsed(given));
  return pythonValue(input ?? given);
}

function resultOf(made: unknown): unknown {
  const { output } = fieldsOf(parsed(made));
  const { content, kwargs } = fieldsOf(output);
  return parsed(content ?? fieldsOf(kwargs).content ?? output ?? parsed(made));
}
