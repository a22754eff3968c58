import { optional } from "../../../core/schema/object-field.ts";
import { object } from "../../../core/schema/object-schema.ts";
import { isObject, type Schema } from "../../../core/schema/parse-context.ts";
import {
  anything,
  array,
  boolean,
  freeObject,
  integer,
  number,
  record,
  string,
  withRead,
} from "../../../core/schema/schema.ts";
import { snakeCase } from "../../../core/text/key-case.ts";

/** How a model is called: temperature, limits, thinking. Google's names; adapters of other vendors translate them. */
export type GenerationConfig = Readonly<Record<string, unknown>>;

/** A part of Google's config that we only hand on: its keys are spelt one way, its values are not looked at. */
const handedOn = withRead(freeObject, (value, context, inner) =>
  isObject(value) ? snakeKeys(value) : inner.read(value, context),
);

export const generationConfig: Schema<GenerationConfig> = object<Record<string, unknown>>(
  {
    httpOptions: optional(freeObject),
    shouldReturnHttpResponse: optional(boolean),
    systemInstruction: optional(anything),
    temperature: optional(number),
    topP: optional(number),
    topK: optional(number),
    candidateCount: optional(integer),
    maxOutputTokens: optional(integer),
    stopSequences: optional(array(string)),
    responseLogprobs: optional(boolean),
    logprobs: optional(integer),
    presencePenalty: optional(number),
    frequencyPenalty: optional(number),
    seed: optional(integer),
    responseMimeType: optional(string),
    responseSchema: optional(anything),
    responseJsonSchema: optional(anything),
    routingConfig: optional(handedOn),
    modelSelectionConfig: optional(handedOn),
    safetySettings: optional(array(handedOn)),
    tools: optional(array(anything)),
    toolConfig: optional(handedOn),
    labels: optional(record(string)),
    cachedContent: optional(string),
    responseModalities: optional(array(string)),
    mediaResolution: optional(string),
    speechConfig: optional(anything),
    audioTimestamp: optional(boolean),
    automaticFunctionCalling: optional(handedOn),
    thinkingConfig: optional(handedOn),
    imageConfig: optional(handedOn),
    enableEnhancedCivicAnswers: optional(boolean),
    modelArmorConfig: optional(handedOn),
    serviceTier: optional(string),
    audioTranscriptionConfig: optional(handedOn),
    continuationToken: optional(string),
    automaticContinuation: optional(boolean),
    generationOutputConfig: optional(handedOn),
    store: optional(boolean),
  },
  { expected: "a model configuration", unknown: "refuse" },
);

function snakeKeys(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      snakeCase(key),
      isObject(each) ? snakeKeys(each) : each,
    ]),
  );
}
