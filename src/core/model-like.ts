import type { ChatModel, ChatReply, ChatRequest } from "./chat-model.ts";

/** What a config may give as a model: its name, an AI SDK model object, or a function. */
export type ModelLike = string | LanguageModel | ModelFunction | ChatModel;

export type ModelFunction = (
  request: ChatRequest,
  signal: AbortSignal,
) => string | ChatReply | Promise<string | ChatReply>;

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
