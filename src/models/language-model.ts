/** As much of an AI SDK language model as we use; the same in its second, third and fourth version. */
export interface LanguageModel {
  readonly modelId?: string;
  readonly provider?: string;
  doGenerate(options: LanguageModelRequest): PromiseLike<LanguageModelResult>;
}

export interface LanguageModelRequest {
  readonly prompt: readonly unknown[];
  readonly responseFormat?: {
    readonly type: "json";
    readonly schema: object;
    readonly name: string;
  };
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly abortSignal?: AbortSignal;
  readonly [setting: string]: unknown;
}

export interface LanguageModelResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly finishReason: string | { readonly unified?: string };
  readonly usage?: {
    readonly inputTokens?: Count;
    readonly outputTokens?: Count;
    readonly cachedInputTokens?: number;
    readonly reasoningTokens?: number;
  };
  readonly response?: { readonly modelId?: string };
}

type Count =
  | number
  | { readonly total?: number; readonly cacheRead?: number; readonly reasoning?: number }
  | undefined;

/** Where an AI SDK model is asked, as far as its package tells; undefined where it does not. */
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
