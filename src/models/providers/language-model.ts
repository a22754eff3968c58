import type { LanguageModel } from "../../core/model-like.ts";

/** Where an AI SDK model is asked, as far as its package says; undefined where it does not. */
export function objectAddress(model: LanguageModel): string | undefined {
  const { provider = "", modelId = "" } = model;
  const { config } = model as { config?: unknown };
  const { baseURL, url } = (config ?? {}) as { baseURL?: unknown; url?: unknown };
  if (typeof baseURL === "string") return `ai-sdk:${provider} ${baseURL}`;
  if (typeof url !== "function") return undefined;
  try {
    const found: unknown = url({ path: "/", modelId });
    return typeof found === "string" ? `ai-sdk:${provider} ${found}` : undefined;
  } catch {
    return undefined;
  }
}

export function isLanguageModel(value: unknown): value is LanguageModel {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { doGenerate?: unknown }).doGenerate === "function"
  );
}
