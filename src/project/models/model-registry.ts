import type { ChatModel } from "../../core/chat-model.ts";
import type { JudgeFor } from "../../core/judge.ts";
import { modelJudge } from "../../judges/index.ts";
import {
  type CallQuota,
  type ChooseAnother,
  chatModel,
  type ModelClient,
  type ModelLike,
  type ModelPrice,
  type ModelPrices,
  modelClient,
} from "../../models/index.ts";
import { inputCharsOf } from "../../models/model-windows.ts";
import { checkPrices } from "./check-prices.ts";
import {
  type AskedModel,
  type PreflightCall,
  type PreflightOptions,
  preflightModels,
} from "./preflight-models.ts";

export interface ModelRegistryOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Judges everything, whatever the criteria say. */
  readonly judgeModel?: ModelLike | undefined;
  readonly baseUrl?: string | undefined;
  /** US dollars for the whole run. */
  readonly maxCost?: number | undefined;
  readonly prices?: ModelPrices | undefined;
  /** What models allow and the run may cost, where other processes have a share in that. */
  readonly quota?: CallQuota | undefined;
}

/** What a config says about models. */
export interface ConfiguredModels {
  readonly judgeModel?: ModelLike | undefined;
  readonly baseUrl?: string | undefined;
  readonly modelPrices?: ModelPrices | undefined;
  /** Models that a config which is code has itself, by the names that stand for them in it. */
  readonly inHand?: ReadonlyMap<string, ModelLike> | undefined;
}

/** Who wants a model, and how one chooses another for the job, for messages. */
export interface WantedModel {
  readonly askedBy?: string | undefined;
  readonly choose?: ChooseAnother | undefined;
}

/** Everything a run has to do with models: who judges, who plays, and the one way calls are made. */
export interface ModelRegistry {
  readonly judgeFor: JudgeFor;
  /** Judges as one config wants them; what the run was asked for wins. */
  judgesOf(config: ConfiguredModels): JudgeFor;
  /** Models for users and tools as one config wants them, at its address. */
  modelsOf(config: ConfiguredModels): (name: string, wanted?: WantedModel) => ChatModel;
  /** A missing key or an unknown provider is reported now, before any agent is called. */
  modelFor(name: string, wanted?: WantedModel): ChatModel;
  readonly client: ModelClient;
  /** Every model that was made so far, by its id. */
  names(): readonly string[];
  /** With a ceiling for costs, a model whose price nobody knows is refused. */
  checkPrices(): void;
  /** Prices that a config states, for models that no judge is asked through. */
  addPrices(own: ModelPrices | undefined): void;
  /** Asks every model that was named so far one small question; each only once, however often this is called. */
  preflight(options: RegistryPreflight): Promise<readonly PreflightCall[]>;
}

interface RegistryPreflight extends Omit<PreflightOptions, "access"> {
  /** False where nothing is to be judged, so that judges are not asked either. */
  readonly judges?: boolean | undefined;
}

export function modelRegistry(options: ModelRegistryOptions): ModelRegistry {
  const { env, judgeModel, maxCost } = options;
  /** By name and address, or by the object itself. */
  const known = new Map<unknown, ChatModel>();
  const roles = new Map<ChatModel, AskedModel["role"]>();
  const reached = new Set<ChatModel>();
  const prices: Record<string, ModelPrice> = { ...options.prices };

  function modelOf(
    model: ModelLike,
    baseUrl = options.baseUrl,
    wanted: WantedModel = {},
  ): ChatModel {
    const make = () => chatModel(model, { env, baseUrl, ...wanted });
    const key = typeof model === "string" ? `${model} ${baseUrl ?? ""}` : model;
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  }
  /** What a config names, at the config's address, with the config's prices. */
  function namedIn(config: ConfiguredModels) {
    Object.assign(prices, { ...config.modelPrices, ...options.prices });
    const baseUrl = options.baseUrl ?? config.baseUrl;
    return (model: ModelLike, wanted?: WantedModel): ChatModel => {
      const inHand = typeof model === "string" ? config.inHand?.get(model) : undefined;
      return modelOf(inHand ?? model, baseUrl, wanted);
    };
  }
  function judgesOf(config: ConfiguredModels): JudgeFor {
    const named = namedIn(config);
    const preferred = judgeModel ?? config.judgeModel;
    return ({ model, samples, parallelism, settings, maxInputChars, askedBy }) => {
      const asked = named(preferred ?? model, { askedBy });
      roles.set(asked, "judge");
      const window = inputCharsOf(asked.id);
      return modelJudge({
        model: asked,
        samples,
        parallelism,
        settings,
        maxInputChars: maxInputChars ?? window,
        isWindowKnown: window !== undefined,
      });
    };
  }
  const access = modelClient({ maxCost, prices, quota: options.quota });
  return {
    judgeFor: judgesOf({}),
    judgesOf,
    modelsOf(config) {
      const named = namedIn(config);
      return (name, wanted) => played(named(name, wanted));
    },
    modelFor: (name, wanted) => played(modelOf(name, undefined, wanted)),
    client: access,
    names: () => [...new Set([...roles.keys()].map(({ id }) => id))].sort(),
    checkPrices() {
      const names = [...roles.keys()].map(({ id }) => id);
      if (maxCost !== undefined) checkPrices(names, maxCost, prices);
    },
    addPrices(own) {
      Object.assign(prices, { ...own, ...options.prices });
    },
    async preflight({ judges = true, ...asking }) {
      // one's own code is there when it is called, and a script would be one answer short
      const models = [...new Set(known.values())].filter(
        (model) =>
          model.isOwnCode !== true &&
          model.isScript !== true &&
          !reached.has(model) &&
          (judges || roleOf(model) !== "judge"),
      );
      const asked = models.map((model) => ({ model, role: roleOf(model) }));
      const calls = await preflightModels(asked, { access, ...asking });
      for (const model of models) reached.add(model);
      return calls;
    },
  };

  function roleOf(model: ChatModel): AskedModel["role"] {
    return roles.get(model) ?? "judge";
  }

  /** Whoever is asked for by name alone plays a user or a tool; judges come through `judgeFor`. */
  function played(model: ChatModel): ChatModel {
    if (!roles.has(model)) roles.set(model, "user");
    return model;
  }
}
