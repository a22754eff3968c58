import { fieldsOf, type LooseJson } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessage, readMessages } from "../../core/messages/read-messages.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Span } from "../../core/traces/span.ts";
import type { TokenCounts } from "../../core/traces/trace-turn.ts";
import { countOf, recordedValue, textAt, usageOf } from "./attribute-values.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

const PREFIX = "gcp.vertex.agent.";

/** What Google ADK writes, in Python (both of its telemetry schemas) and in JavaScript. */
export const adk: Dialect = ({ span, keys }) => {
  if (!isAdk(span, keys)) return undefined;
  const { attributes, name } = span;
  const [request, response] = ["llm_request", "llm_response"].map(
    (key) => attributes[PREFIX + key],
  );
  const [args, result] = ["tool_call_args", "tool_response"].map((key) => attributes[PREFIX + key]);
  const answer = response === undefined ? {} : fieldsOf(parsed(response));
  return {
    role: roleOf(name),
    model: textAt(attributes, "gen_ai.request.model") ?? modelOf(request),
    input: request === undefined ? undefined : () => contentsOf(fieldsOf(parsed(request))),
    output: () => outputOf(answer),
    tool: { name: toolNameOf(name), args: written(args), result: written(result) },
    usage: tokensOf(fieldsOf(answer.usage_metadata ?? answer.usageMetadata)),
    conversation: textAt(attributes, `${PREFIX}session_id`),
    hasContent: [request, response, args, result].some((value) => value !== undefined),
  };
};

/** Written by ADK's own instrumentation. */
function isAdk({ scope, attributes }: Span, keys: readonly string[]): boolean {
  return (
    scope.name === "gcp.vertex.agent" ||
    keys.some((key) => key.startsWith(PREFIX)) ||
    attributes["gen_ai.system"] === "gcp.vertex.agent"
  );
}

const roles: readonly (readonly [name: RegExp, role: SpanRole])[] = [
  [/^execute_tool \(merged\)$/, "ignored"],
  [/^call_llm/, "model"],
  [/^generate_content/, "model"],
  [/^invocation$/, "workflow"],
  [/^invoke_workflow/, "workflow"],
  [/^(invoke_agent|managed_agent_interaction)/, "agent"],
  [/^execute_tool/, "tool"],
  [/^(send_data|execute_node)/, "other"],
];

function roleOf(name: string): SpanRole | undefined {
  return roles.find(([pattern]) => pattern.test(name))?.[1];
}

function toolNameOf(name: string): string | undefined {
  return /^execute_tool (.+)$/.exec(name)?.[1];
}

/** ADK writes these where it has nothing to write. */
const NOTHING = new Set<unknown>(["N/A", "<not specified>", ""]);

function written(value: unknown): unknown {
  return NOTHING.has(value) ? undefined : recordedValue(value);
}

function modelOf(request: unknown): string | undefined {
  const { model } = fieldsOf(parsed(request));
  return typeof model === "string" && model !== "" ? model : undefined;
}

function contentsOf({ contents }: LooseJson): readonly Message[] | undefined {
  const messages = readMessages(contents);
  // a function's result comes in the user's name
  return messages?.map((message) =>
    message.role === "user" && message.parts.length > 0 && message.parts.every(isResponse)
      ? { role: "tool", parts: message.parts }
      : message,
  );
}

function isResponse({ type }: Message["parts"][number]): boolean {
  return type === "response";
}

function outputOf({ content }: LooseJson): readonly Message[] | undefined {
  if (!isObject(content)) return undefined;
  const message = readMessage({ role: "model", ...content });
  return message === undefined ? undefined : [message];
}

function tokensOf(usage: LooseJson): TokenCounts | undefined {
  const of = (snake: string, camel: string) => countOf(usage[snake] ?? usage[camel]);
  return usageOf({
    input: of("prompt_token_count", "promptTokenCount"),
    output: of("candidates_token_count", "candidatesTokenCount"),
    cacheRead: of("cached_content_token_count", "cachedContentTokenCount"),
    reasoning: of("thoughts_token_count", "thoughtsTokenCount"),
  });
}
