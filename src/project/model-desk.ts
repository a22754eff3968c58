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
}

/** Everything a run has to do with models: who judges, who plays, and the one way calls are made. */
export interface ModelDesk {
  readonly judgeFor: JudgeFor;
  /** Judges as one config wants them; what the run was asked for wins. */
  judgesOf(config: ConfiguredModels): JudgeFor;
  /** A missing key or an unknown provider is told now, before any agent is called. */
  modelFor(name: string): ChatModel;
  /** Every model that was made so far, by its id. */
  names(): readonly string[];
  readonly access: IssuedCalls;
}

export function modelDesk(options: ModelDeskOptions): ModelDesk {
  const { env, judgeModel, maxCost } = options;
  const known = new Map<string, ChatModel>();
  const ids = new Set<string>();
  const prices: Record<string, ModelPrice> = { ...options.prices };
  // simulated users and tools have no config of their own to name a server in
  let address = options.baseUrl;

  function modelOf(model: ModelLike, baseUrl = address, askedBy?: string): ChatModel {
    const make = () => {
      const made = chatModel(model, { env, baseUrl, askedBy });
      ids.add(made.id);
      return made;
    };
    if (typeof model !== "string") return make();
    const key = `${model} ${baseUrl ?? ""}`;
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  }
  function judgesOf(config: ConfiguredModels): JudgeFor {
    Object.assign(prices, { ...config.modelPrices, ...options.prices });
    address ??= config.baseUrl;
    const baseUrl = options.baseUrl ?? config.baseUrl;
    const preferred = judgeModel ?? config.judgeModel;
    return ({ model, samples, parallelism, settings, askedBy }) =>
      modelJudge({
        model: modelOf(preferred ?? model, baseUrl, askedBy),
        samples,
        parallelism,
        settings,
      });
  }
  return {
    judgeFor: judgesOf({}),
    judgesOf,
    modelFor: (name) => modelOf(name),
    names: () => [...ids].sort(),
    access: issueCalls({ maxCost, prices }),
  };
}
