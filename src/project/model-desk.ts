import type { ChatModel } from "../core/chat-model.ts";
import type { JudgeFor } from "../core/judge.ts";
import { modelJudge } from "../judges/index.ts";
import {
  chatModel,
  type IssuedCalls,
  issueCalls,
  type ModelLike,
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

/** Everything a run has to do with models: who judges, who plays, and the one way calls are made. */
export interface ModelDesk {
  readonly judgeFor: JudgeFor;
  /** A missing key or an unknown provider is told now, before any agent is called. */
  modelFor(name: string): ChatModel;
  readonly access: IssuedCalls;
}

export function modelDesk(options: ModelDeskOptions): ModelDesk {
  const { env, baseUrl, judgeModel, maxCost, prices } = options;
  const known = new Map<ModelLike, ChatModel>();
  function modelOf(model: ModelLike, askedBy?: string): ChatModel {
    const found = known.get(model) ?? chatModel(model, { env, baseUrl, askedBy });
    known.set(model, found);
    return found;
  }
  return {
    judgeFor: ({ model, samples, parallelism, settings, askedBy }) =>
      modelJudge({ model: modelOf(judgeModel ?? model, askedBy), samples, parallelism, settings }),
    modelFor: (name) => modelOf(name),
    access: issueCalls({ maxCost, prices }),
  };
}
