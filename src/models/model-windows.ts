import { parseModelName } from "./model-name.ts";

/** Tokens that a request may have, by how a model's name begins; the longest beginning counts. */
const windows: readonly (readonly [beginning: string, tokens: number])[] = [
  ["gemini-", 1_000_000],
  ["gemma-", 32_000],
  ["gpt-5", 272_000],
  ["gpt-4.1", 1_000_000],
  ["gpt-4o", 128_000],
  ["gpt-4-turbo", 128_000],
  ["gpt-4", 8_000],
  ["gpt-3.5", 16_000],
  ["o1", 200_000],
  ["o3", 200_000],
  ["o4", 200_000],
  ["claude-", 200_000],
];

/** Few scripts take more than a token for two characters; where one does, the provider says that it is too long. */
const CHARACTERS_PER_TOKEN = 2;

/** Characters that a request to a model may have; undefined where nobody can know, such as for a server of one's own. */
export function inputCharsOf(model: string): number | undefined {
  const name = bareName(model);
  const fitting = windows.filter(([beginning]) => name?.startsWith(beginning));
  const [longest] = fitting.toSorted(([a], [b]) => b.length - a.length);
  return longest === undefined ? undefined : longest[1] * CHARACTERS_PER_TOKEN;
}

function bareName(model: string): string | undefined {
  try {
    const { provider, model: name } = parseModelName(model);
    return provider === "ollama" || provider === "openai-compatible" ? undefined : name;
  } catch {
    return undefined;
  }
}
