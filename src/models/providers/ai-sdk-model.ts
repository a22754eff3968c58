import type { ChatModel, ChatReply, ChatRequest, ModelUsage } from "../../core/chat-model.ts";
import type {
  LanguageModel,
  LanguageModelRequest,
  LanguageModelResult,
} from "../../core/model-like.ts";
import { callSettings } from "./call-settings.ts";
import { modelErrorFrom } from "./model-error-from.ts";

/** Any AI SDK language model as ours. Its own retries are not used: one request is one call. */
export function aiSdkModel(
  id: string,
  load: () => LanguageModel | Promise<LanguageModel>,
): ChatModel {
  let loading: Promise<LanguageModel> | undefined;
  return {
    id,
    async generate(request, signal) {
      loading ??= Promise.resolve().then(load);
      try {
        const model = await loading;
        return replyOf(await model.doGenerate(requestOf(request, signal)));
      } catch (error) {
        throw modelErrorFrom(error, id);
      }
    },
  };
}

function requestOf(request: ChatRequest, signal: AbortSignal): LanguageModelRequest {
  const { system, messages, schema, temperature, maxOutputTokens, settings } = request;
  const prompt = [
    ...(system === undefined ? [] : [{ role: "system", content: system }]),
    ...messages.map(({ role, text }) => ({ role, content: [{ type: "text", text }] })),
  ];
  return {
    prompt,
    abortSignal: signal,
    ...(schema === undefined
      ? {}
      : { responseFormat: { type: "json", schema, name: "answer" } as const }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...callSettings(settings),
  };
}

function replyOf(result: LanguageModelResult): ChatReply {
  const text = result.content
    .map((part) => (part.type === "text" ? (part.text ?? "") : ""))
    .join("");
  const model = result.response?.modelId;
  return {
    text,
    finish: finishOf(result.finishReason),
    usage: usageOf(result.usage),
    ...(model === undefined ? {} : { model }),
  };
}

function finishOf(reason: LanguageModelResult["finishReason"]): ChatReply["finish"] {
  const word = typeof reason === "string" ? reason : reason?.unified;
  if (word === "stop") return "stop";
  if (word === "length") return "length";
  return word === "content-filter" ? "refusal" : "other";
}

function usageOf(usage: LanguageModelResult["usage"]): ModelUsage | undefined {
  if (usage === undefined) return undefined;
  const { inputTokens: input, outputTokens: output } = usage;
  const cached = typeof input === "object" ? input.cacheRead : usage.cachedInputTokens;
  // a server that counts nothing has not answered for free
  if (totalOf(input) === undefined && totalOf(output) === undefined) return undefined;
  const reasoning = typeof output === "object" ? output.reasoning : usage.reasoningTokens;
  return {
    input: totalOf(input) ?? 0,
    output: totalOf(output) ?? 0,
    ...(cached === undefined ? {} : { cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

function totalOf(count: Count | undefined): number | undefined {
  return typeof count === "object" ? count.total : count;
}

type Count = NonNullable<LanguageModelResult["usage"]>["inputTokens"];
