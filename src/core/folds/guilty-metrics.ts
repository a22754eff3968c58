import type { CaseResult, MetricResult } from "../run.ts";
import { countsAs } from "./case-row.ts";

/** The metrics that kept a conversation from passing. */
export function guiltyMetrics(
  result: Pick<CaseResult, "status" | "metrics">,
): readonly MetricResult[] {
  return result.metrics.filter((metric) => countsAs(metric) === result.status);
}
