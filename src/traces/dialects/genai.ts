import { parsed } from "../../core/messages/parsed.ts";
import { readMessages } from "../../core/messages/read-messages.ts";
import { readParts } from "../../core/messages/read-parts.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { countAt, recordedValue, textAt, usageOf, wordsAt } from "./attribute-values.ts";
import type { Dialect, MessageReader, SpanFacts, SpanRole } from "./span-facts.ts";

/** What OpenTelemetry's conventions for generative AI say, under their names of today and of before. */
export const genai: Dialect = ({ span: { attributes, name }, keys }) =>
  keys.some(isOwnKey) || name === MERGED ? new GenaiFacts(attributes, name) : undefined;

const MERGED = "execute_tool (merged)";

function isOwnKey(key: string): boolean {
  return key.startsWith("gen_ai.") || key === "error.type";
}

/** Every trace is full of these spans, and most facts are asked of few of them: each is found when somebody asks. */
class GenaiFacts implements SpanFacts {
  readonly role: SpanRole | undefined;
  readonly #attributes: Attributes;

  constructor(attributes: Attributes, name: string) {
    this.#attributes = attributes;
    const operation = textAt(attributes, "gen_ai.operation.name");
    this.role = roleOf(operation, name, textAt(attributes, "gen_ai.tool.name"));
  }

  get agentName() {
    return textAt(this.#attributes, "gen_ai.agent.name");
  }

  get model() {
    return textAt(this.#attributes, "gen_ai.request.model");
  }

  get responseModel() {
    return textAt(this.#attributes, "gen_ai.response.model");
  }

  get provider() {
    const system = textAt(this.#attributes, "gen_ai.system");
    return (
      textAt(this.#attributes, "gen_ai.provider.name") ??
      (system === "gcp.vertex.agent" ? undefined : system)
    );
  }

  get input() {
    const said = messagesOf(this.#attributes["gen_ai.input.messages"]);
    const instructions = this.#attributes["gen_ai.system_instructions"];
    return said && (instructions === undefined ? said : withInstructions(said, instructions));
  }

  get output() {
    return messagesOf(this.#attributes["gen_ai.output.messages"]);
  }

  get tool() {
    return {
      name: textAt(this.#attributes, "gen_ai.tool.name"),
      id: textAt(this.#attributes, "gen_ai.tool.call.id"),
      args: recordedValue(this.#attributes["gen_ai.tool.call.arguments"]),
      result: recordedValue(this.#attributes["gen_ai.tool.call.result"]),
    };
  }

  get usage() {
    return usageIn(this.#attributes);
  }

  get finishReasons() {
    const keys = ["gen_ai.response.finish_reasons", "gen_ai.response.finish_reason"];
    return wordsAt(this.#attributes, ...keys);
  }

  get errorType() {
    return textAt(this.#attributes, "error.type");
  }

  get cost() {
    return countAt(this.#attributes, "gen_ai.usage.cost");
  }

  get hasContent() {
    return CONTENT.some((key) => this.#attributes[key] !== undefined);
  }
}

const CONTENT = [
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.tool.call.arguments",
  "gen_ai.tool.call.result",
] as const;

function messagesOf(value: unknown): MessageReader | undefined {
  if (value === undefined || value === null) return undefined;
  return (): readonly Message[] | undefined => readMessages(value);
}

/** What a model is told at first, where it stands apart from the messages. */
function withInstructions(said: MessageReader, given: unknown): MessageReader {
  return () => {
    const messages = said() ?? [];
    const parts = readParts(parsed(given));
    const isThere = parts.length === 0 || messages[0]?.role === "system";
    return isThere ? messages : [{ role: "system", parts }, ...messages];
  };
}

function usageIn(attributes: Attributes) {
  return usageOf({
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
  });
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
  if (name === MERGED || tool === "(merged tools)") return "ignored";
  if (operation === undefined) return undefined;
  return Object.hasOwn(roles, operation) ? roles[operation] : "other";
}
