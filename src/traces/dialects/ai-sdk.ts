import { fieldsOf } from "../../core/json/loose-json.ts";
import { parsed } from "../../core/messages/parsed.ts";
import { readMessage, readMessages } from "../../core/messages/read-messages.ts";
import type { Message } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { countAt, recordedValue, textAt, usageOf, wordsAt } from "./attribute-values.ts";
import type { Dialect, SpanRole } from "./span-facts.ts";

/** What the Vercel AI SDK wrote up to version 6; from 7 on it keeps to OpenTelemetry's own names. */
export const aiSdk: Dialect = ({ span: { attributes, name } }) => {
  const operation = textAt(attributes, "ai.operationId") ?? (name.startsWith("ai.") ? name : "");
  if (operation === "") return undefined;
  const args = attributes["ai.toolCall.args"] ?? attributes["ai.toolCall.input"];
  const result = attributes["ai.toolCall.result"] ?? attributes["ai.toolCall.output"];
  const isWhole = roleOf(operation) === "agent";
  return {
    role: roleOf(operation),
    agentName: textAt(attributes, "ai.telemetry.functionId"),
    model: textAt(attributes, "ai.model.id"),
    responseModel: textAt(attributes, "ai.response.model"),
    provider: textAt(attributes, "ai.model.provider"),
    input: () => inputOf(attributes),
    output: () => outputOf(attributes, isWhole),
    tool: {
      name: textAt(attributes, "ai.toolCall.name"),
      id: textAt(attributes, "ai.toolCall.id"),
      args: recordedValue(args),
      result: recordedValue(result),
    },
    usage: usageOf({
      input: countAt(attributes, "ai.usage.inputTokens", "ai.usage.promptTokens"),
      output: countAt(attributes, "ai.usage.outputTokens", "ai.usage.completionTokens"),
      cacheRead: countAt(attributes, "ai.usage.cachedInputTokens"),
      reasoning: countAt(attributes, "ai.usage.reasoningTokens"),
    }),
    finishReasons: wordsAt(attributes, "ai.response.finishReason"),
    conversation: textAt(
      attributes,
      "ai.telemetry.metadata.sessionId",
      "ai.telemetry.metadata.conversationId",
      "ai.settings.context.sessionId",
    ),
    hasContent: Object.keys(attributes).some((key) => CONTENT.test(key)),
  };
};

const CONTENT =
  /^ai\.(prompt|response\.(text|object|toolCalls)|result|toolCall\.(args|input|result|output))/;

function roleOf(operation: string): SpanRole {
  if (/\.do(Generate|Stream)$/.test(operation)) return "model";
  if (operation === "ai.toolCall") return "tool";
  return /^ai\.(generate|stream)(Text|Object)$/.test(operation) ? "agent" : "other";
}

/** The messages of a call, or what the caller gave: a prompt, messages, or both. */
function inputOf(attributes: Attributes): readonly Message[] | undefined {
  const messages = readMessages(attributes["ai.prompt.messages"]);
  if (messages !== undefined) return messages;
  const given = fieldsOf(parsed(attributes["ai.prompt"]));
  const asked = given.prompt ?? given.messages;
  if (typeof asked === "string") return [{ role: "user", parts: [{ type: "text", text: asked }] }];
  return readMessages(asked);
}

/** Calls that the whole has made are no answer of it: those of its steps are counted where they were made. */
function outputOf(attributes: Attributes, isWhole: boolean): readonly Message[] | undefined {
  const text = attributes["ai.response.text"] ?? attributes["ai.result.text"];
  const object = attributes["ai.response.object"] ?? attributes["ai.result.object"];
  const calls = attributes["ai.response.toolCalls"] ?? attributes["ai.result.toolCalls"];
  const content = text ?? object;
  if (content === undefined && (calls === undefined || isWhole)) return undefined;
  const message = readMessage({
    role: "assistant",
    content,
    ...(isWhole ? {} : { tool_calls: calls }),
  });
  return message === undefined ? undefined : [message];
}
