import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessages } from "../../core/messages/read-messages.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Message } from "../../core/traces/message.ts";
import { countOf, recordedValue, textAt, usageOf } from "./attribute-values.ts";
import { calledWith } from "./called-with.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

const OF = "langfuse.observation.";

/** What Langfuse's SDKs write: observations with an input and an output. */
export const langfuse: Dialect = ({ span: { attributes, name } }) => {
  const type = textAt(attributes, `${OF}type`);
  if (type === undefined) return undefined;
  const [input, output] = [attributes[`${OF}input`], attributes[`${OF}output`]];
  const usage = fieldsOf(parsed(attributes[`${OF}usage_details`]));
  const cost = fieldsOf(parsed(attributes[`${OF}cost_details`]));
  const isTool = type === "tool";
  return {
    role: roles[type],
    agentName: type === "agent" ? name : undefined,
    model: textAt(attributes, `${OF}model.name`),
    input: isTool ? undefined : () => said(input, "user"),
    output: isTool ? undefined : () => said(output, "assistant"),
    tool: isTool ? { name, args: argumentsOf(input), result: recordedValue(output) } : undefined,
    usage: usageOf({
      input: countOf(usage.input ?? usage.prompt_tokens ?? usage.input_tokens),
      output: countOf(usage.output ?? usage.completion_tokens ?? usage.output_tokens),
    }),
    cost: countOf(cost.total),
    conversation: textAt(attributes, "langfuse.session.id", "session.id"),
    errorType: textAt(attributes, `${OF}level`) === "ERROR" ? "_OTHER" : undefined,
    hasContent: input !== undefined || output !== undefined,
  };
};

/** A plain span is whatever its author made it: it stands for nothing by itself. */
const roles: Readonly<Record<string, SpanRole | undefined>> = {
  generation: "model",
  agent: "agent",
  chain: "workflow",
  tool: "tool",
  embedding: "other",
  retriever: "other",
  guardrail: "other",
  evaluator: "other",
  event: "other",
};

/** What `@observe` has seen of a function: its arguments, in a list and by name. */
function argumentsOf(input: unknown): unknown {
  const value = recordedValue(input);
  const { args, kwargs, ...others } = fieldsOf(value);
  const isCall = Array.isArray(args) && isObject(kwargs) && Object.keys(others).length === 0;
  return isCall ? (calledWith(value) ?? {}) : value;
}

function said(value: unknown, role: "user" | "assistant"): readonly Message[] | undefined {
  if (value === undefined) return undefined;
  const read = parsed(value);
  if (typeof read === "string") return [{ role, parts: [{ type: "text", text: read }] }];
  const called = calledWith(read);
  if (typeof called === "string") return [{ role, parts: [{ type: "text", text: called }] }];
  const { messages, choices } = fieldsOf(read);
  if (Array.isArray(choices)) return readMessages(choices.map((each) => fieldsOf(each).message));
  return readMessages(messages ?? read);
}
