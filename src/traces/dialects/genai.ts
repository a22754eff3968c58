import { readMessages } from "../messages/read-messages.ts";
import { countAt, recordedValue, textAt, usageOf, wordsAt } from "./attribute-values.ts";
import type { Dialect, MessageReader, SpanRole } from "./span-facts.ts";

/** What OpenTelemetry's conventions for generative AI say, under their names of today and of before. */
export const genai: Dialect = ({ span: { attributes, name } }) => {
  const operation = textAt(attributes, "gen_ai.operation.name");
  const input = attributes["gen_ai.input.messages"];
  const output = attributes["gen_ai.output.messages"];
  const system = textAt(attributes, "gen_ai.system");
  const args = attributes["gen_ai.tool.call.arguments"];
  const result = attributes["gen_ai.tool.call.result"];
  return {
    role: roleOf(operation, name, textAt(attributes, "gen_ai.tool.name")),
    agentName: textAt(attributes, "gen_ai.agent.name"),
    model: textAt(attributes, "gen_ai.request.model"),
    responseModel: textAt(attributes, "gen_ai.response.model"),
    provider:
      textAt(attributes, "gen_ai.provider.name") ??
      (system === "gcp.vertex.agent" ? undefined : system),
    input: messagesOf(input),
    output: messagesOf(output),
    tool: {
      name: textAt(attributes, "gen_ai.tool.name"),
      id: textAt(attributes, "gen_ai.tool.call.id"),
      args: recordedValue(args),
      result: recordedValue(result),
    },
    usage: usageOf({
      input: countAt(attributes, "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"),
      output: countAt(attributes, "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"),
      cacheRead: countAt(
        attributes,
        "gen_ai.usage.cache_read.input_tokens",
        "gen_ai.usage.cache_read_input_tokens",
      ),
      cacheWrite: countAt(
        attributes,
        "gen_ai.usage.cache_write.input_tokens",
        "gen_ai.usage.cache_creation.input_tokens",
        "gen_ai.usage.cache_creation_input_tokens",
      ),
      reasoning: countAt(
        attributes,
        "gen_ai.usage.reasoning.output_tokens",
        "gen_ai.usage.reasoning_tokens",
      ),
    }),
    finishReasons: wordsAt(
      attributes,
      "gen_ai.response.finish_reasons",
      "gen_ai.response.finish_reason",
    ),
    errorType: textAt(attributes, "error.type"),
    hasContent: [input, output, args, result].some((value) => value !== undefined),
  };
};

function messagesOf(value: unknown): MessageReader | undefined {
  return value === undefined || value === null ? undefined : () => readMessages(value);
}

const roles: Readonly<Record<string, SpanRole | undefined>> = {
  chat: "model",
  generate_content: "model",
  text_completion: "model",
  invoke_agent: "agent",
  invoke_workflow: "workflow",
  execute_tool: "tool",
};

function roleOf(
  operation: string | undefined,
  name: string,
  tool: string | undefined,
): SpanRole | undefined {
  if (name === "execute_tool (merged)" || tool === "(merged tools)") return "ignored";
  if (operation === undefined) return undefined;
  return Object.hasOwn(roles, operation) ? roles[operation] : "other";
}
