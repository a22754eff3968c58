import { hasGap } from "../../core/folds/case-row.ts";
import { guiltyMetrics } from "../../core/folds/guilty-metrics.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { lackWords, reasonWords } from "../../core/text/reason-words.ts";
import { shortfall } from "./metric-words.ts";

type Judged = Pick<CaseResult, "status" | "reason" | "detail" | "metrics">;

/** Why a case did not pass, short enough for its line. Empty for a case that passed. */
export function shortReason(result: Judged): string {
  if (result.status === "passed") return "";
  const [first, ...more] = guiltyMetrics(result);
  if (first === undefined) return reasonOf(result);
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return `${metricReason(first)}${others}`;
}

/** Which turns a case passed on, where its author left some out; empty when it was all of them. */
export function coverageNote({ status, metrics }: Judged): string {
  if (status !== "passed") return "";
  const [first, ...more] = metrics.filter(({ coverage }) => coverage !== undefined);
  if (first?.coverage === undefined) return "";
  const { scored, of } = first.coverage;
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return `${metricName(first.name)} on ${scored} of ${of} turns${others}`;
}

function reasonOf({ reason, detail, status }: Judged): string {
  const said = detail?.trim().split("\n", 1)[0];
  if (said !== undefined && said !== "") return said;
  if (reason !== undefined) return reasonWords(reason);
  return status === "failed" ? "failed" : reasonWords("no-metrics");
}

function metricReason(metric: MetricResult): string {
  if (metric.status === "failed") return shortfall(metric);
  if (metric.coverage !== undefined && hasGap(metric)) {
    const { scored, of } = metric.coverage;
    return `${metricName(metric.name)} scored ${scored} of ${of} turns`;
  }
  if (metric.reason === undefined) return `${metricName(metric.name)} was not evaluated`;
  return metric.reason === "missing-reference" ? lackWords(metric) : reasonWords(metric.reason);
}
