import { type ExactSum, exactSum } from "../numbers/exact-sum.ts";
import type { MetricResult } from "../run.ts";

/** What one metric said over all conversations of a run. */
export interface MetricSummary {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
  readonly informational: number;
  /** Mean of the scores there are; undefined when there is none. */
  readonly mean: number | undefined;
}

/** A summary while it is being counted. */
export interface MutableMetric {
  passed: number;
  failed: number;
  notEvaluated: number;
  informational: number;
  readonly sum: ExactSum;
  scored: number;
  results: number;
}

/** In the order of the configs, whichever case ends first. */
export function addName(metrics: Map<string, MutableMetric>, name: string): MutableMetric {
  const known = metrics.get(name);
  if (known !== undefined) return known;
  const counts = { passed: 0, failed: 0, notEvaluated: 0, informational: 0 };
  const metric = { ...counts, sum: exactSum(), scored: 0, results: 0 };
  metrics.set(name, metric);
  return metric;
}

export function addMetric(metrics: Map<string, MutableMetric>, result: MetricResult): void {
  const metric = addName(metrics, result.name);
  metric.results += 1;
  if (result.status === "passed") metric.passed += 1;
  else if (result.status === "failed") metric.failed += 1;
  else if (result.status === "informational") metric.informational += 1;
  else metric.notEvaluated += 1;
  if (result.score !== undefined) {
    metric.sum.add(result.score);
    metric.scored += 1;
  }
}

export function metricSummary(name: string, metric: MutableMetric): MetricSummary {
  const { passed, failed, notEvaluated, informational, sum, scored } = metric;
  const mean = scored === 0 ? undefined : sum.value() / scored;
  return { name, passed, failed, notEvaluated, informational, mean };
}
