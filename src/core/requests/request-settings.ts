import { fieldsOf } from "../json/loose-json.ts";

/**
 * What models are asked with beside words and tools, and how that is spelled. Nothing else is kept: what a client sends
 * along may be a key.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  temperature: ["temperature"],
  topP: ["topP", "top_p"],
  topK: ["topK", "top_k"],
  maxTokens: [
    "maxOutputTokens",
    "max_output_tokens",
    "max_completion_tokens",
    "max_tokens",
    "num_predict",
  ],
  stop: ["stopSequences", "stop_sequences", "stop"],
  seed: ["seed"],
  frequencyPenalty: ["frequencyPenalty", "frequency_penalty"],
  presencePenalty: ["presencePenalty", "presence_penalty"],
  toolChoice: ["toolChoice", "tool_choice", "toolConfig", "tool_config"],
  answerForm: [
    "responseFormat",
    "response_format",
    "responseJsonSchema",
    "responseSchema",
    "response_schema",
    "format",
  ],
  reasoning: ["reasoning_effort", "reasoning", "thinkingConfig", "thinking_config", "thinking"],
};

/** The settings in these objects, under one name each. */
export function readSettings(given: readonly unknown[]): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const fields of given.map(fieldsOf)) {
    for (const [name, keys] of Object.entries(spellings)) {
      const key = [name, ...keys].find(
        (each) => fields[each] !== undefined && fields[each] !== null,
      );
      if (key !== undefined) found[name] ??= fields[key];
    }
  }
  return found;
}
