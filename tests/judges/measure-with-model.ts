import type { ChatModel } from "../../src/core/chat-model.ts";
import type { MetricInput } from "../../src/core/metric.ts";
import type { MetricResult } from "../../src/core/run.ts";
import { modelJudge } from "../../src/judges/model-judge.ts";
import { planMetric } from "../../src/project/metrics/plan-metrics.ts";
import { measureMetric } from "../../src/runner/measure-metric.ts";
import { aMetricInput } from "../measure-built-in.ts";

/** Measures by a judged metric whose judge is this model. */
export async function measureWithModel(
  model: ChatModel,
  name: string,
  criterion: unknown,
  input: Partial<MetricInput>,
): Promise<MetricResult> {
  const metric = planMetric(name, criterion, {
    judgeFor: ({ samples, parallelism, settings }) =>
      modelJudge({ model, samples, parallelism, settings }),
  });
  const ask: MetricInput["ask"] = (call, signal) => call.model.generate(call.request, signal);
  return measureMetric(metric, aMetricInput({ ask, ...input }));
}

/** The word that the reply to a request must carry. */
export function nonceIn(text: string): string {
  const [, nonce] = /^<<<MATERIAL ([0-9a-f]{32})$/m.exec(text) ?? [];
  if (nonce === undefined) throw new Error("the request has no fence");
  return nonce;
}
