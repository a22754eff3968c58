import { isObject } from "../../core/schema/parse-context.ts";
import { camelCase, snakeCase } from "../../core/text/key-case.ts";

/** Settings that mean the same for every provider, under the names configs and the AI SDK share. */
const shared = [
  "temperature",
  "topP",
  "topK",
  "maxOutputTokens",
  "stopSequences",
  "seed",
  "presencePenalty",
  "frequencyPenalty",
] as const;

/**
 * A config's generation settings as an AI SDK call expects them. What only Google's models know goes to them alone;
 * anything else would change the form of a judge's answer or give it tools, and is left out.
 */
export function callSettings(
  settings: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const call: Record<string, unknown> = {};
  for (const name of shared) {
    const value = settings[name] ?? settings[snakeCase(name)];
    if (value !== undefined && value !== null) call[name] = value;
  }
  const thinking = settings.thinkingConfig ?? settings.thinking_config;
  if (isObject(thinking))
    call.providerOptions = { google: { thinkingConfig: camelKeys(thinking) } };
  return call;
}

function camelKeys(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [camelCase(key), each]));
}
