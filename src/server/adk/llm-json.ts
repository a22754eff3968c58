import { readMessages } from "../../core/messages/read-messages.ts";
import type { Message, MessagePart } from "../../core/traces/message.ts";
import type { Attributes } from "../../core/traces/span.ts";
import { askedWith } from "../../project/trace-view/asked-with.ts";
import type { EventJson } from "./sessions/session-json.ts";

/** What a model was sent, as ADK writes it down beside a call. */
export function llmRequest(attributes: Attributes): object {
  const { tools = [], settings = {} } = askedWith(attributes);
  const { temperature, topP, topK, maxTokens, stop, seed, answerForm } = settings;
  const messages = readMessages(attributes["gen_ai.input.messages"]) ?? [];
  const instructions = messagesIn(attributes["gen_ai.system_instructions"]);
  return known({
    model: attributes["gen_ai.request.model"],
    contents: messages.map(contentOf),
    config: known({
      system_instruction: instructions,
      temperature,
      top_p: topP,
      top_k: topK,
      max_output_tokens: maxTokens,
      stop_sequences: stop,
      seed,
      response_schema: answerForm,
      tools: tools.length === 0 ? undefined : [{ function_declarations: tools }],
    }),
  });
}

/** What it answered. */
export function llmResponse({ content, usageMetadata, modelVersion }: EventJson): object {
  return known({ content, usage_metadata: usageMetadata, model_version: modelVersion });
}

function messagesIn(given: unknown): string | undefined {
  const [message] = readMessages(`[{"role":"system","parts":${String(given)}}]`) ?? [];
  const texts = (message?.parts ?? []).flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === 0 ? undefined : texts.join("\n\n");
}

function contentOf({ role, parts }: Message): object {
  return { role: role === "assistant" ? "model" : "user", parts: parts.map(partOf) };
}

function partOf(part: MessagePart): object {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "reasoning":
      return { text: part.text, thought: true };
    case "call":
      return { function_call: known({ id: part.id, name: part.name, args: part.args }) };
    case "response":
      return {
        function_response: known({ id: part.id, name: part.name, response: part.response }),
      };
    case "other":
      return (part.value ?? {}) as object;
  }
}

function known(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
