import type { AskModel, ChatModel } from "../core/chat-model.ts";
import type { Judge } from "../core/judge.ts";
import { askSample } from "./ask-sample.ts";
import { buildRequest } from "./build-request.ts";
import { limitCalls } from "./limit-calls.ts";

export interface ModelJudgeOptions {
  readonly model: ChatModel;
  /** How often every question is asked. */
  readonly samples: number;
  /** Calls at once for one case; all of a metric's questions about it count. */
  readonly parallelism: number;
  /** The provider's settings, as the config has them. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

/** A judge that asks a model: fenced material, a strict reading, one repair, and a reason for every sample without a verdict. */
export function modelJudge({ model, samples, parallelism, settings }: ModelJudgeOptions): Judge {
  // a case has its own `ask`, and cases do not wait for each other
  const limits = new WeakMap<AskModel, ReturnType<typeof limitCalls>>();
  return {
    model: model.id,
    chatModel: model,
    samples,
    ask(question, context) {
      const limited = limits.get(context.ask) ?? limitCalls(Math.max(1, parallelism));
      limits.set(context.ask, limited);
      const built = buildRequest(question, settings);
      return Promise.all(
        Array.from({ length: samples }, (_, sample) =>
          limited(() => askSample({ model, question, built, sample, context })),
        ),
      );
    },
  };
}
