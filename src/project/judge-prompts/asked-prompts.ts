import { ARGUMENT_MEANING } from "../../core/case-settings.ts";
import type { CallModel, ChatModel, ModelCall } from "../../core/chat-model.ts";
import type { JudgeFor } from "../../core/judge.ts";
import type { CallEndEvent, CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { modelJudge } from "../../judges/model-judge.ts";
import { callKeyOf } from "../../runner/journal/call-key.ts";
import { scoreCase } from "../../runner/measure-case.ts";
import { planMetric } from "../metrics/plan-metrics.ts";

/** What a judge was asked, in words. The journal has only a hash of it, so that it is put together again. */
export interface AskedPrompt {
  readonly step: string;
  /** From 0; -1 for the whole conversation. */
  readonly turn: number;
  readonly system: string;
  readonly text: string;
  /** True: by that hash, word by word what was asked. */
  readonly isExact: boolean;
}

interface Asked {
  readonly about: RunInfo;
  readonly result: CaseResult;
  readonly calls: readonly CallEndEvent[];
  readonly metric: string;
}

/**
 * The questions that a judged metric asked about a conversation, by going through it once more with the replies of the journal.
 * No model is asked. Empty where the metric is somebody's code, or asks no judge.
 */
export async function askedPrompts(asked: Asked): Promise<readonly AskedPrompt[]> {
  const { about, result, calls, metric: name } = asked;
  const settings = about.sets.find(({ evalSetId }) => evalSetId === result.evalSetId)?.config;
  const setting = settings?.metrics.find((each) => each.name === name);
  const own = calls.filter(
    ({ role, step }) =>
      role === "judge" && (step.startsWith(name) || step.startsWith(ARGUMENT_MEANING)),
  );
  if (setting?.criterion === undefined || setting.customFunctionPath !== undefined) return [];
  if (own.length === 0) return [];
  const metric = planMetric(name, setting.criterion, { judgeFor: judgeOf(own), byMeaning: true });
  if (!metric.needs.includes("judge")) return [];
  const replay = replayedCalls(result, own);
  await scoreCase({
    evalCase: result.evalCase,
    actual: result.invocations,
    finalState: result.finalState,
    metrics: [metric],
    ask: replay.ask,
    mayBeUneven: about.kind === "score",
  });
  return replay.prompts();
}

/** The judge as it was, without anything behind it. */
function judgeOf(calls: readonly CallEndEvent[]): JudgeFor {
  const model: ChatModel = {
    id: calls[0]?.model ?? "",
    generate: () => Promise.reject(new Error("Nobody is asked again.")),
  };
  return ({ samples, parallelism, settings, maxInputChars }) =>
    modelJudge({ model, samples, parallelism, settings, maxInputChars });
}

/** Answers by the journal what it was asked, and keeps the words of the question. */
function replayedCalls(result: CaseResult, calls: readonly CallEndEvent[]) {
  const found = new Map<string, AskedPrompt>();
  const exact = new Map(calls.map((call) => [call.callKey, call]));
  const ask: CallModel = (call) => {
    const same = exact.get(callKeyOf(result, call));
    const like = same ?? calls.find((each) => isLike(each, call));
    if (like === undefined) return Promise.reject(new Error("It was not asked."));
    const prompt = promptOf(call, same !== undefined);
    found.set(JSON.stringify([call.turn, call.step, prompt.text]), prompt);
    return Promise.resolve(like.reply);
  };
  return { ask, prompts: () => [...found.values()] };
}

function isLike(one: CallEndEvent, { step, turn, sample }: ModelCall): boolean {
  return one.step === step && one.turn === turn && one.sample === sample;
}

function promptOf({ step, turn, request }: ModelCall, isExact: boolean): AskedPrompt {
  const text = request.messages.map((message) => message.text).join("\n\n");
  return { step, turn, system: request.system ?? "", text, isExact };
}
