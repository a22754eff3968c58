import { fieldsOf, type LooseJson, textFrom } from "../../core/json/loose-json.ts";
import { readMessages } from "../../core/messages/read-messages.ts";
import type { Message } from "../../core/traces/message.ts";
import { countOf, recordedValue, usageOf } from "./attribute-values.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What the OpenAI Agents SDK exports of its own accord: the data of a span, by its type. */
export const openaiAgents: Dialect = ({ span: { attributes } }) => {
  const given = attributes["openai.agents.span_data"];
  if (given === undefined) return undefined;
  const data = spanData(fieldsOf(given));
  const type = textFrom(data.type) ?? "";
  const response = fieldsOf(data._response ?? data.response);
  const usage = fieldsOf(data.usage ?? response.usage);
  const input = data.input ?? data._input;
  const isTool = type === "function";
  return {
    role: Object.hasOwn(roles, type) ? roles[type] : "other",
    agentName: type === "agent" ? textFrom(data.name) : undefined,
    model: textFrom(data.model) ?? textFrom(response.model),
    input: isTool ? undefined : () => saidTo(input),
    output: isTool ? undefined : () => readMessages(data.output ?? response.output),
    tool: isTool
      ? {
          name: textFrom(data.name),
          args: recordedValue(data.input),
          result: recordedValue(data.output),
        }
      : undefined,
    usage: usageOf({
      input: countOf(usage.input_tokens ?? usage.inputTokens),
      output: countOf(usage.output_tokens ?? usage.outputTokens),
    }),
    hasContent: input !== undefined || data.output !== undefined || response.output !== undefined,
  };
};

/** A custom span may say of which kind of the SDK's own it is; its data then are that kind's. */
function spanData(data: LooseJson): LooseJson {
  const inner = fieldsOf(data.data);
  const type = textFrom(inner.sdk_span_type);
  return data.type === "custom" && type !== undefined ? { name: data.name, ...inner, type } : data;
}

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  agent: "agent",
  generation: "model",
  response: "model",
  function: "tool",
};

function saidTo(input: unknown): readonly Message[] | undefined {
  if (typeof input !== "string") return readMessages(input);
  return [{ role: "user", parts: [{ type: "text", text: input }] }];
}
