import type { ChatModel } from "../core/chat-model.ts";
import type { JudgeFor } from "../core/judge.ts";
import { modelJudge } from "../judges/index.ts";
import {
  chatModel,
  type IssuedCalls,
  issueCalls,
  type ModelLike,
  type ModelPrice,
  type ModelPrices,
} from "../models/index.ts";

export interface ModelDeskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Judges everything, whatever the criteria say. */
  readonly judgeModel?: ModelLike | undefined;
  readonly baseUrl?: string | undefined;
  /** US dollars for the whole run. */
  readonly maxCost?: number | undefined;
  readonly prices?: ModelPrices | undefined;
}

/** What a config says about models. */
export interface ConfiguredModels {
  readonly judgeModel?: ModelLike | undefined;
  readonly baseUrl?: string | undefined;
  readonly modelPrices?: ModelPrices | undefined;
  /** Models that a config which is code holds itself, by the names that stand for them in it. */
  readonly inHand?: ReadonlyMap<string, ModelLike> | undefined;
}

/** Everything a run has to do with models: who judges, who plays, and the one way calls are made. */
export interface ModelDesk {
  readonly judgeFor: JudgeFor;
  /** Judges as one config wants them; what the run was asked for wins. */
  judgesOf(config: ConfiguredModels): JudgeFor;
  /** Models for users and tools as one config wants them, at its address. */
  modelsOf(config: ConfiguredModels): (name: string) => ChatModel;
  /** A missing key or an unknown provider is told now, before any agent is called. */
  modelFor(name: string): ChatModel;
  readonly access: IssuedCalls;
}

export function modelDesk(options: ModelDeskOptions): ModelDesk {
  const { env, judgeModel, maxCost } = options;
  const known = new Map<string, ChatModel>();
  const prices: Record<string, ModelPrice> = { ...options.prices };

  function modelOf(model: ModelLike, baseUrl = options.baseUrl, askedBy?: string): ChatModel {
    const make = () => chatModel(model, { env, baseUrl, askedBy });
    if (typeof model !== "string") return make();
    const key = `${model} ${baseUrl ?? ""}`;
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  }
  /** What a config names, at the config's address, with the config's prices. */
  function namedIn(config: ConfiguredModels) {
    Object.assign(prices, { ...config.modelPrices, ...options.prices });
    const baseUrl = options.baseUrl ?? config.baseUrl;
    return (model: ModelLike, askedBy?: string): ChatModel => {
      const inHand = typeof model === "string" ? config.inHand?.get(model) : undefined;
      return modelOf(inHand ?? model, baseUrl, askedBy);
    };
  }
  function judgesOf(config: ConfiguredModels): JudgeFor {
    const named = namedIn(config);
    const preferred = judgeModel ?? config.judgeModel;
    return ({ model, samples, parallelism, settings, askedBy }) =>
      modelJudge({
        model: named(preferred ?? model, askedBy),
        samples,
        parallelism,
        settings,
      });
  }
  return {
    judgeFor: judgesOf({}),
    judgesOf,
    modelsOf(config) {
      const named = namedIn(config);
      return (name) => named(name);
    },
    modelFor: (name) => modelOf(name),
    access: issueCalls({ maxCost, prices }),
  };
}
