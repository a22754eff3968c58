import type { MetricInput } from "../src/core/metric.ts";
import type { MetricResult } from "../src/core/run.ts";
import { planMetric } from "../src/project/metrics/plan-metrics.ts";
import { measureMetric } from "../src/runner/measure-metric.ts";
import { anEvalCase } from "../src/testing/builders.ts";

/** What a metric of the table says of a conversation, as a config would ask for it. */
export async function measureBuiltIn(
  name: string,
  settings: Readonly<Record<string, unknown>> | undefined,
  input: Partial<MetricInput>,
): Promise<MetricResult> {
  const criterion = settings === undefined ? undefined : { threshold: 1, ...settings };
  return measureMetric(planMetric(name, criterion), aMetricInput(input));
}

export function aMetricInput(input: Partial<MetricInput>): MetricInput {
  return {
    evalCase: anEvalCase(),
    actual: [],
    expected: undefined,
    earlier: [],
    signal: new AbortController().signal,
    ...input,
  };
}
