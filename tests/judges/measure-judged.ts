import type { ChatRequest } from "../../src/core/chat-model.ts";
import type { MetricInput } from "../../src/core/metric.ts";
import type { MetricResult } from "../../src/core/run.ts";
import { modelJudge } from "../../src/judges/model-judge.ts";
import { planMetric } from "../../src/project/metrics/plan-metrics.ts";
import { measureMetric } from "../../src/runner/measure-metric.ts";
import { type ScriptedReply, scriptedModel } from "../../src/testing/scripted-model.ts";
import { aMetricInput } from "../measure-built-in.ts";
import { nonceIn } from "./measure-with-model.ts";

export interface Measured {
  readonly result: MetricResult;
  readonly requests: readonly ChatRequest[];
}

/** Measures with a judge that answers these objects in order, its nonce put in. */
export async function measure(
  name: string,
  settings: object,
  input: Partial<MetricInput>,
  answers: readonly (object | Error)[],
): Promise<Measured> {
  const model = scriptedModel((request, count): ScriptedReply => {
    const answer = answers[Math.min(count, answers.length - 1)] ?? {};
    if (answer instanceof Error) return answer;
    return JSON.stringify({ nonce: nonceIn(request.messages[0]?.text ?? ""), ...answer });
  });
  const judgeFor = ({ samples = 1, parallelism = 1 }) =>
    modelJudge({ model, samples, parallelism });
  const metric = planMetric(name, { threshold: 0.5, ...settings }, { judgeFor });
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  const result = await measureMetric(metric, aMetricInput({ ask, ...input }));
  return { result, requests: model.requests };
}

export function samples(count: number): object {
  return { judge_model_options: { num_samples: count } };
}

export function rubric(rubric_id: string, text_property: string): object {
  return { rubric_id, rubric_content: { text_property } };
}
