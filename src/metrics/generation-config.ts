import {
  anything,
  boolean,
  freeObject,
  integer,
  isObject,
  list,
  number,
  object,
  optional,
  reading,
  record,
  type Shape,
  snakeCase,
  text,
} from "../core/shape.ts";

/** How a model is called: temperature, limits, thinking. Google's names; adapters of other vendors translate them. */
export type GenerationConfig = Readonly<Record<string, unknown>>;

/** A part of Google's config that we only hand on: its keys are spelt one way, its values are not looked at. */
const handedOn = reading(freeObject, (value, context, inner) =>
  isObject(value) ? snakeKeys(value) : inner.read(value, context),
);

export const generationConfig: Shape<GenerationConfig> = object<Record<string, unknown>>(
  {
    httpOptions: optional(freeObject),
    shouldReturnHttpResponse: optional(boolean),
    systemInstruction: optional(anything),
    temperature: optional(number),
    topP: optional(number),
    topK: optional(number),
    candidateCount: optional(integer),
    maxOutputTokens: optional(integer),
    stopSequences: optional(list(text)),
    responseLogprobs: optional(boolean),
    logprobs: optional(integer),
    presencePenalty: optional(number),
    frequencyPenalty: optional(number),
    seed: optional(integer),
    responseMimeType: optional(text),
    responseSchema: optional(anything),
    responseJsonSchema: optional(anything),
    routingConfig: optional(handedOn),
    modelSelectionConfig: optional(handedOn),
    safetySettings: optional(list(handedOn)),
    tools: optional(list(anything)),
    toolConfig: optional(handedOn),
    labels: optional(record(text)),
    cachedContent: optional(text),
    responseModalities: optional(list(text)),
    mediaResolution: optional(text),
    speechConfig: optional(anything),
    audioTimestamp: optional(boolean),
    automaticFunctionCalling: optional(handedOn),
    thinkingConfig: optional(handedOn),
    imageConfig: optional(handedOn),
    enableEnhancedCivicAnswers: optional(boolean),
    modelArmorConfig: optional(handedOn),
    serviceTier: optional(text),
    audioTranscriptionConfig: optional(handedOn),
    continuationToken: optional(text),
    automaticContinuation: optional(boolean),
    generationOutputConfig: optional(handedOn),
    store: optional(boolean),
  },
  { called: "a model configuration", unknown: "refuse" },
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
