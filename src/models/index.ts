import "../core/need-runtime.ts";
import type { ChatModel } from "../core/chat-model.ts";
import { UserFacingError } from "../core/errors.ts";
import type { ModelFunction, ModelLike } from "../core/model-like.ts";
import { apartModel } from "./apart/apart-model.ts";
import { parseModelName } from "./model-name.ts";
import { ownReply } from "./own-reply.ts";
import { aiSdkModel } from "./providers/ai-sdk-model.ts";
import { isLanguageModel, objectAddress } from "./providers/language-model.ts";
import { addressOf, checkProvider, envOf, type ProviderSettings } from "./providers/providers.ts";

/** A model of ours from whatever names one. Keys are checked now; packages are loaded at the first call. */
export function chatModel(model: ModelLike, settings: ProviderSettings): ChatModel {
  if (typeof model === "string") {
    const name = parseModelName(model);
    checkProvider(name, settings);
    const address = addressOf(name, settings) ?? "";
    const { baseUrl } = settings;
    return apartModel({ id: model, name, env: envOf(name, settings), baseUrl, address });
  }
  if (typeof model === "function") return functionModel(model);
  if (isLanguageModel(model)) {
    const { modelId = "ai-sdk-model", provider = "" } = model;
    const isScript = provider.startsWith("mock");
    return { ...aiSdkModel(modelId, () => model), address: objectAddress(model), isScript };
  }
  const { id } = model;
  if (typeof id !== "string" || typeof model.generate !== "function") {
    throw new UserFacingError("model/unknown", "An object that is no model was given as one.", {
      hint: "Give a name, an AI SDK model, a function, or an object with id and generate.",
    });
  }
  return {
    id,
    isOwnCode: true,
    generate: async (request, signal) => ownReply(id, await model.generate(request, signal)),
  };
}

function functionModel(answer: ModelFunction): ChatModel {
  return {
    id: answer.name || "function-model",
    isOwnCode: true,
    async generate(request, signal) {
      const given: unknown = await answer(request, signal);
      return ownReply(`The function ${answer.name || "of the model"}`, given);
    },
  };
}

export type { ModelFunction, ModelLike } from "../core/model-like.ts";
export { type CallLimiter, callLimiter } from "./call-limiter.ts";
export type { CallQuota, QuotaTicket } from "./call-quota.ts";
export type { Clock } from "./clock.ts";
export { type ModelClient, type ModelClientOptions, modelClient } from "./model-client.ts";
export { parseModelName } from "./model-name.ts";
export { type ModelPrice, type ModelPrices, priceOf } from "./model-prices.ts";
export { aiSdkModel } from "./providers/ai-sdk-model.ts";
export type { ChooseAnother, ProviderSettings } from "./providers/providers.ts";
