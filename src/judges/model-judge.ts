import type { CallModel, ChatModel } from "../core/chat-model.ts";
import type { Judge, JudgeContext, JudgeQuestion, JudgeSample } from "../core/judge.ts";
import { askSample } from "./ask-sample.ts";
import { type BuiltRequest, buildRequest } from "./build-request.ts";
import { joinParts } from "./join-parts.ts";
import { limitCalls } from "./limit-calls.ts";
import { splitQuestion } from "./split-question.ts";

export interface ModelJudgeOptions {
  readonly model: ChatModel;
  /** How often every question is asked. */
  readonly samples: number;
  /** Calls at once for one case; all of a metric's questions about it count. */
  readonly parallelism: number;
  /** The provider's settings, as the config has them. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Characters of one request at most; undefined where the model's window is not known. */
  readonly maxInputChars?: number | undefined;
  /**
   * True: a provider of whom it is known that a request is answered whole or refused. What somebody says of a server of
   * their own is no reason to believe that it has read everything.
   */
  readonly isWindowKnown?: boolean | undefined;
}

/** Halving a request that a model finds too long ends here. */
const SHORTEST_REQUEST = 8_000;

/** A judge that asks a model: fenced material, a strict reading, one repair, and a reason for every sample without a verdict. */
export function modelJudge(options: ModelJudgeOptions): Judge {
  const { model, samples, parallelism, settings, maxInputChars: known, isWindowKnown } = options;
  // a case has its own `ask`, and cases do not wait for each other
  const limits = new WeakMap<CallModel, ReturnType<typeof limitCalls>>();

  async function askWithin<Verdict>(
    question: JudgeQuestion<Verdict>,
    context: JudgeContext,
    most: number | undefined,
  ): Promise<readonly JudgeSample<Verdict>[]> {
    const built = buildRequest(question, settings);
    const length = lengthOf(built);
    const isOver = most !== undefined && length > most;
    const parts = isOver ? splitQuestion(question, length, most) : [question];
    if (parts === undefined) return tooLong(built, length, most ?? length);
    const asked = isOver
      ? joinParts(question, await Promise.all(parts.map((part) => askAll(part, context))), built)
      : await askAll(question, context, built);
    if (question.inParts === undefined || !asked.some(({ reason }) => reason === "judge-window")) {
      return asked;
    }
    // the provider has a smaller window than anybody knew
    const half = Math.floor((isOver ? most : length) / 2);
    return half < SHORTEST_REQUEST ? asked : await askWithin(question, context, half);
  }

  function askAll<Verdict>(
    question: JudgeQuestion<Verdict>,
    context: JudgeContext,
    built = buildRequest(question, settings),
  ): Promise<readonly JudgeSample<Verdict>[]> {
    const limited = limits.get(context.ask) ?? limitCalls(Math.max(1, parallelism));
    limits.set(context.ask, limited);
    return Promise.all(
      Array.from({ length: samples }, (_, sample) =>
        limited(() => askSample({ model, question, built, sample, context, isWindowKnown })),
      ),
    );
  }

  function tooLong(built: BuiltRequest, length: number, most: number): JudgeSample<never>[] {
    const detail = `What is to be judged takes ${length} characters, and ${model.id} is given ${most} at most ("max_input_chars"); this question cannot be asked in parts.`;
    const { promptHash } = built;
    const sample = { verdict: undefined, reason: "judge-window", detail, promptHash } as const;
    return Array.from({ length: samples }, () => sample);
  }

  return {
    model: model.id,
    chatModel: model,
    samples,
    ask: (question, context) => askWithin(question, context, known),
  };
}

function lengthOf({ request: { system = "", messages } }: BuiltRequest): number {
  return messages.reduce((sum, { text }) => sum + text.length, system.length);
}
