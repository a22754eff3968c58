import { UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/text/nearest.ts";

/** Where a model is asked for, and what it is called there. */
export interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}

const providerNames = ["google", "openai", "anthropic", "ollama", "openai-compatible"] as const;
export type ProviderName = (typeof providerNames)[number];

/** Bare names that are known by how they begin, as ADK's registry knows them. */
const families: readonly (readonly [beginning: RegExp, provider: ProviderName])[] = [
  [/^(gemini|gemma)-/, "google"],
  [/^(gpt-|o\d|chatgpt-)/, "openai"],
  [/^claude-/, "anthropic"],
];

const aliases: Readonly<Record<string, ProviderName>> = {
  gemini: "google",
  vertex_ai: "google",
  ollama_chat: "ollama",
};

/** Reads `gemini-2.5-flash`, `openai/gpt-5-mini`, `ollama/llama3`, `openai-compatible/my-model`. */
export function parseModelName(name: string): ModelName {
  const slash = name.indexOf("/");
  if (slash === -1) {
    const family = families.find(([beginning]) => beginning.test(name));
    if (family !== undefined) return { provider: family[1], model: name };
    throw unknownModel(name, `Write the provider before it, such as openai/${name}.`);
  }
  const prefix = name.slice(0, slash);
  const model = name.slice(slash + 1);
  const provider = providerNames.find((each) => each === prefix) ?? aliases[prefix];
  if (provider !== undefined && model !== "") return { provider, model };
  const near = nearest(prefix, providerNames);
  throw unknownModel(
    name,
    near === undefined
      ? `Known providers: ${providerNames.join(", ")}.`
      : `Did you mean ${near}/${model}?`,
  );
}

function unknownModel(name: string, hint: string): UserFacingError {
  return new UserFacingError("model/unknown", `There is no model "${name}".`, { hint });
}
