import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessage, readMessages } from "../../core/messages/read-messages.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { recordedValue, textAt } from "./attribute-values.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What Mastra adds to OpenTelemetry's names: which of its spans repeat another one, and what they were given and made. */
export const mastra: Dialect = ({ span: { attributes } }) => {
  const type = textAt(attributes, "mastra.span.type");
  if (type === undefined) return undefined;
  const [thread, run] = ["mastra.metadata.threadId", "mastra.metadata.runId"];
  const role = roleOf(type, attributes);
  const [input, output] = [rawOf(attributes, type, "input"), rawOf(attributes, type, "output")];
  return {
    role,
    agentName: role === "agent" ? textAt(attributes, "gen_ai.agent.id", "agent.id") : undefined,
    input: role === "tool" ? undefined : () => asked(input),
    output: role === "tool" ? undefined : () => made(output, role),
    tool:
      role === "tool" ? { args: recordedValue(input), result: recordedValue(output) } : undefined,
    conversation: textAt(attributes, thread, run),
    hasContent: input !== undefined || output !== undefined,
  };
};

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  agent_run: "agent",
  workflow_run: "workflow",
  model_generation: "model",
  model_step: "model",
  model_inference: "model",
  model_chunk: "ignored",
  tool_call: "tool",
  mcp_tool_call: "tool",
  provider_tool_call: "tool",
};

/** A generation is made of steps. Earlier exporters counted its tokens, and not theirs: it is the call then. */
function roleOf(type: string, attributes: Attributes): SpanRole | undefined {
  const role = Object.hasOwn(roles, type) ? roles[type] : "other";
  const isCounted = "gen_ai.usage.input_tokens" in attributes;
  return role === "model" && type !== "model_generation" && !isCounted ? "other" : role;
}

/** Beside OpenTelemetry's names its exporters write what they have as it is, the earlier ones nothing else. */
function rawOf(attributes: Attributes, type: string, which: "input" | "output"): unknown {
  return attributes[`mastra.${type}.${which}`] ?? attributes[which];
}

function asked(input: unknown): readonly Message[] | undefined {
  const value = parsed(input);
  if (typeof value === "string") return [{ role: "user", parts: [{ type: "text", text: value }] }];
  const messages = Array.isArray(value) ? value : fieldsOf(value).messages;
  return Array.isArray(messages) ? readMessages(messages) : undefined;
}

/** Calls that an agent has made are told by its steps. */
function made(output: unknown, role: SpanRole | undefined): readonly Message[] | undefined {
  const value = parsed(output);
  const { text, toolCalls } = fieldsOf(value);
  const content = typeof value === "string" ? value : text;
  const calls = role === "model" ? toolCalls : undefined;
  if (content === undefined && calls === undefined) return undefined;
  const message = readMessage({ role: "assistant", content, tool_calls: calls });
  return message === undefined ? undefined : [message];
}
