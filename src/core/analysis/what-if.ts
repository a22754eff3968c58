import { countsAs } from "../folds/case-row.ts";
import type { CaseEndEvent, MetricResult } from "../run.ts";
import { caseStatus, meets } from "../verdict.ts";

/** Thresholds that a reader tries, by the name of the metric. */
export type Thresholds = ReadonlyMap<string, number>;

/**
 * The end of a conversation as it would be with other thresholds in the config. What decided for itself, was not scored, or is
 * held against a threshold of its case alone stays as it is, and so does what failed before any metric could speak.
 */
export function withThresholds(
  end: CaseEndEvent,
  tried: Thresholds,
  configured: Thresholds,
): CaseEndEvent {
  const metrics = end.metrics.map((metric) => {
    const threshold = tried.get(metric.name);
    const isOwn = metric.threshold !== configured.get(metric.name);
    return threshold === undefined || isOwn ? metric : withThreshold(metric, threshold);
  });
  if (end.reason !== undefined || metrics.length === 0) return { ...end, metrics };
  return { ...end, metrics, status: caseStatus(metrics.map(countsAs)) };
}

function withThreshold(metric: MetricResult, threshold: number): MetricResult {
  const { status, score, direction, decided } = metric;
  const isMeasured = status === "passed" || status === "failed";
  if (!isMeasured || decided === true || score === undefined) return metric;
  return {
    ...metric,
    threshold,
    status: meets(score, threshold, direction) ? "passed" : "failed",
  };
}
