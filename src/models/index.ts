import type { ChatModel, ChatReply, ChatRequest } from "../core/chat-model.ts";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { isLanguageModel, type LanguageModel } from "./language-model.ts";
import { parseModelName } from "./model-name.ts";
import { checkProvider, loadProvider, type ProviderSettings } from "./providers.ts";

/** What a config may give as a model: its name, an AI SDK model object, or a function. */
export type ModelLike = string | LanguageModel | ModelFunction | ChatModel;

export type ModelFunction = (
  request: ChatRequest,
  signal: AbortSignal,
) => string | ChatReply | Promise<string | ChatReply>;

/** A model of ours from whatever names one. Keys are checked now; packages are loaded at the first call. */
export function chatModel(model: ModelLike, settings: ProviderSettings): ChatModel {
  if (typeof model === "string") {
    const name = parseModelName(model);
    checkProvider(name, settings);
    return aiSdkModel(model, () => loadProvider(name, settings));
  }
  if (typeof model === "function") return functionModel(model);
  if (isLanguageModel(model)) return aiSdkModel(model.modelId ?? "ai-sdk-model", () => model);
  return model;
}

function functionModel(answer: ModelFunction): ChatModel {
  return {
    id: answer.name || "function-model",
    async generate(request, signal) {
      const reply = await answer(request, signal);
      return typeof reply === "string" ? { text: reply, finish: "stop" } : reply;
    },
  };
}

export { aiSdkModel } from "./ai-sdk-model.ts";
export { type CallLimiter, type Clock, callLimiter } from "./call-limiter.ts";
export { type IssuedCalls, type IssueOptions, issueCalls } from "./issue-calls.ts";
export { parseModelName } from "./model-name.ts";
export { type ModelPrice, type ModelPrices, priceOf } from "./model-prices.ts";
export type { ProviderSettings } from "./providers.ts";
