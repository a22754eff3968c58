import { countsAs, hasGap } from "../../core/folds/case-row.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import type { TrajectoryStep } from "../../core/trajectory-diff.ts";
import type { ReasonCode } from "../../core/verdict.ts";
import { metricName, shortfall } from "./metric-words.ts";

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

/** The metrics that kept a case from passing. */
export function guiltyMetrics(result: Judged): readonly MetricResult[] {
  return result.metrics.filter((metric) => countsAs(metric) === result.status);
}

/** The same words for cases that went wrong the same way, for grouping. */
export function causeOf(result: Judged): string {
  const [metric] = guiltyMetrics(result);
  if (metric === undefined) return reasonOf(result);
  for (const turn of metric.perInvocation) {
    const steps = turn.trajectory?.steps.filter(({ kind }) => kind !== "matched") ?? [];
    // extra calls are often allowed, so they are blamed last
    const step = steps.find((each) => each.kind !== "extra" || each.forbidden === true) ?? steps[0];
    if (step !== undefined) return stepCause(step);
  }
  if (metric.status !== "failed") return metricReason(metric);
  const asked = metric.threshold === undefined ? "" : ` its threshold of ${metric.threshold}`;
  return `${metricName(metric.name)} ${metric.direction === "lower" ? "above" : "below"}${asked}`;
}

export function reasonWords(reason: ReasonCode): string {
  return words[reason];
}

function reasonOf({ reason, detail, status }: Judged): string {
  const said = detail?.trim().split("\n", 1)[0];
  if (said !== undefined && said !== "") return said;
  if (reason !== undefined) return words[reason];
  return status === "failed" ? "failed" : words["no-metrics"];
}

function metricReason(metric: MetricResult): string {
  if (metric.status === "failed") return shortfall(metric);
  if (metric.coverage !== undefined && hasGap(metric)) {
    const { scored, of } = metric.coverage;
    return `${metricName(metric.name)} scored ${scored} of ${of} turns`;
  }
  if (metric.reason === undefined) return `${metricName(metric.name)} was not evaluated`;
  return metric.reason === "missing-reference" ? lackOf(metric.name) : words[metric.reason];
}

/** What a metric was missing, in its own words. */
function lackOf(identifier: string): string {
  return lacks.find(([metrics]) => metrics.test(identifier))?.[1] ?? words["missing-reference"];
}

const lacks: readonly (readonly [metrics: RegExp, lack: string])[] = [
  [/^rubric_based_/, "no rubrics to judge by"],
  [/^final_session_state$/, "no final_session_state to compare with"],
  [
    /^(?:response_match_score|final_response_match_v2|response_similarity)$/,
    "no reference answer to compare with",
  ],
  [/^(?:tool_trajectory_\w+|single_tool_use)$/, "no expected tool calls to compare with"],
];

function stepCause(step: TrajectoryStep): string {
  switch (step.kind) {
    case "missing":
      return `${step.expected.name} never called`;
    case "extra":
      return `${step.actual.name} called ${step.forbidden ? "though forbidden" : "though not expected"}`;
    case "moved":
      return `${step.actual.name} called out of order`;
    case "changed":
      return `${step.expected.name} called with other ${step.changes.map(({ name }) => name).join(", ") || "arguments"}`;
    case "matched":
      return "";
  }
}

const words: Readonly<Record<ReasonCode, string>> = {
  "missing-reference": "no reference to compare with",
  "judge-parse": "the judge's answer could not be read",
  "judge-refused": "the judge refused",
  "judge-error": "the judge could not be asked",
  "judge-no-quorum": "too few judge answers",
  "judge-window": "too long for the judge",
  "judge-contradiction": "the judge contradicted itself",
  "judge-unfit": "the judge failed its control questions",
  "agent-error": "the agent failed",
  "simulator-fault": "the simulation failed",
  "turn-mismatch": "not the expected number of turns",
  timeout: "timed out",
  unsupported: "cannot be measured here",
  cancelled: "stopped before it ended",
  "metric-error": "the metric broke",
  "partly-scored": "only some turns were scored",
  "no-metrics": "no metric looked at it",
};
