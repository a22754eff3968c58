import type { ChatReply, ChatRequest, ModelUsage } from "../core/chat-model.ts";
import { parseModelName } from "./model-name.ts";

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** By model as a config names it, or by how its name begins. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

/** List prices; a config's `model_prices` go before them. A model that is not here has an unknown price, never zero. */
const listPrices: ModelPrices = {
  "gemini-2.5-flash-lite": { input: 0.1, output: 0.4 },
  "gemini-2.5-flash": { input: 0.3, output: 2.5 },
  "gemini-2.5-pro": { input: 1.25, output: 10 },
  "openai/gpt-5-nano": { input: 0.05, output: 0.4 },
  "openai/gpt-5-mini": { input: 0.25, output: 2 },
  "openai/gpt-5": { input: 1.25, output: 10 },
  "openai/gpt-4o-mini": { input: 0.15, output: 0.6 },
  "openai/gpt-4o": { input: 2.5, output: 10 },
  "anthropic/claude-haiku-4-5": { input: 1, output: 5 },
  "anthropic/claude-sonnet-4-5": { input: 3, output: 15 },
  "ollama/": { input: 0, output: 0 },
};

/** Of a model as it is named; a config's prices also apply to every name that begins with theirs. */
export function priceOf(model: string, own: ModelPrices = {}): ModelPrice | undefined {
  const names = [model, fullName(model)];
  const stated = names.map((name) => longestMatch(own, (listed) => name.startsWith(listed)));
  const listed = names.map((name) => longestMatch(listPrices, (each) => isListed(name, each)));
  return [...stated, ...listed].find((price) => price !== undefined);
}

/** The price of a model as an agent's own call names it: mostly without its provider. */
export function priceOfCall(model: string, own?: ModelPrices): ModelPrice | undefined {
  for (const provider of ["", "openai/", "anthropic/"]) {
    const price = priceOf(`${provider}${model}`, own);
    if (price !== undefined) return price;
  }
  return undefined;
}

export function costOf(model: string, { usage }: ChatReply, own?: ModelPrices): number | undefined {
  const price = priceOf(model, own);
  if (price === undefined || usage === undefined) return undefined;
  return (usage.input * price.input + usage.output * price.output) / 1e6;
}

/** More tokens than a request and its reply can have had: no script takes more than one for a byte. */
export function mostUsage(request: ChatRequest, { text }: ChatReply): ModelUsage {
  return { input: JSON.stringify(request).length * 2, output: Math.max(1_000, text.length * 2) };
}

/** What may follow a listed name: a snapshot's date or number. Anything else is another model, with a price of its own. */
const snapshot = /^(?:[-@]\d{3,8}|-\d{4}-\d{2}-\d{2}|-latest|-preview(?:-\d{2}-\d{2,4})?)?$/;

function isListed(name: string, listed: string): boolean {
  if (!name.startsWith(listed)) return false;
  return listed.endsWith("/") || snapshot.test(name.slice(listed.length));
}

/** The same model has several names: `gpt-5-mini` is `openai/gpt-5-mini`, `google/gemini-2.5-flash` is `gemini-2.5-flash`. */
function fullName(name: string): string {
  try {
    const { provider, model } = parseModelName(name);
    return provider === "google" ? model : `${provider}/${model}`;
  } catch {
    return name;
  }
}

function longestMatch(
  prices: ModelPrices,
  fits: (listed: string) => boolean,
): ModelPrice | undefined {
  const [longest] = Object.keys(prices)
    .filter(fits)
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? undefined : prices[longest];
}
