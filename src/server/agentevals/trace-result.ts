import { type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import type { Status } from "../../core/verdict.ts";
import type { ScoredConversation } from "../../project/traces/trace-run.ts";
import { tracePerformance } from "../../traces/performance/trace-performance.ts";
import { camelKeys } from "./camel-keys.ts";
import { unmatchedReason } from "./unmatched-reason.ts";

interface ResultOptions {
  readonly metrics: readonly string[];
  /** Traces of one conversation are evaluated together; else each goes by its own id. */
  readonly isTogether: boolean;
}

/** What came of one conversation, in the shape of this API; what is not measured yet is not in it. */
export function traceResult(
  scored: ScoredConversation | undefined,
  result: CaseResult | undefined,
  { metrics, isTogether }: ResultOptions,
): object {
  if (scored === undefined) return {};
  const { conversation, match } = scored;
  const { turns, records, traceId, traceIds, key } = conversation;
  const kind = records[0]?.key.kind;
  return {
    traceId,
    numInvocations: turns.length,
    metricResults:
      turns.length === 0
        ? [noTurns]
        : metrics.flatMap((name) => metricResult(name, scored, result)),
    conversionWarnings: [...new Set(turns.flatMap(({ warnings }) => warnings))].sort(),
    performanceMetrics: camelKeys(tracePerformance(conversation)),
    serviceName: records.find(({ serviceName }) => serviceName !== undefined)?.serviceName ?? null,
    agentName: turns.find(({ agentName }) => agentName !== undefined)?.agentName ?? null,
    traceIds,
    conversationId: kind === "conversation" || kind === "session" ? key : null,
    groupKey: isTogether ? key : traceId,
    evalCaseId: match.evalCase?.evalId ?? null,
    evalCaseMatch: match.evalCase === undefined ? null : match.how.replaceAll("-", "_"),
    turnRefs: turns.map((turn) => ({ traceId: turn.traceId, spanId: turn.id })),
  };
}

const noTurns = {
  metricName: "(all)",
  score: null,
  evalStatus: "NOT_EVALUATED",
  perInvocationScores: [],
  perInvocationStatuses: [],
  error: "No invocations extracted from trace.",
  errorType: null,
  details: null,
  durationMs: null,
};

const statuses: Readonly<Record<Status, string>> = {
  passed: "PASSED",
  failed: "FAILED",
  "not-evaluated": "NOT_EVALUATED",
  informational: "NOT_EVALUATED",
};

/** Reasons that are no failure of the metric: there was nothing to compare with, or nothing to look at. */
const absent: ReadonlySet<unknown> = new Set(["missing-reference", "unsupported", "not-recorded"]);

function metricResult(
  name: string,
  scored: ScoredConversation,
  result: CaseResult | undefined,
): readonly object[] {
  if (result === undefined) return [];
  const metric = result.metrics.find((each) => each.name === name);
  const detail = metric?.detail ?? result.detail ?? null;
  const isAbsent =
    absent.has(metric?.reason ?? result.reason) || scored.match.evalCase === undefined;
  const isMeasured = metric !== undefined && metric.status !== "not-evaluated";
  const turns = isMeasured ? metric.perInvocation : [];
  return [
    {
      metricName: name,
      score: metric?.score ?? null,
      evalStatus: statuses[metric?.status ?? "not-evaluated"],
      perInvocationScores: turns.map(({ score }) => score ?? null),
      perInvocationStatuses: turns.map(
        ({ score, status }) => statuses[status ?? byThreshold(score, metric)],
      ),
      error: isMeasured || isAbsent ? null : detail,
      errorType: isMeasured || isAbsent ? null : (metric?.reason ?? result.reason ?? null),
      details: detailsOf(name, scored, { result, metric, detail, isMeasured }),
      durationMs: null,
    },
  ];
}

function byThreshold(score: number | undefined, metric: MetricResult | undefined): Status {
  if (score === undefined || metric?.threshold === undefined) return "not-evaluated";
  return score >= metric.threshold ? "passed" : "failed";
}

interface Measured {
  readonly result: CaseResult;
  readonly metric: MetricResult | undefined;
  readonly detail: string | null;
  readonly isMeasured: boolean;
}

function detailsOf(
  name: string,
  { match, missingTurns, unexpectedTurns }: ScoredConversation,
  { result, metric, detail, isMeasured }: Measured,
): object | null {
  const details = {
    ...metric?.details,
    ...(isMeasured ? {} : { reason: unmatchedReason(match) ?? detail }),
    ...(isMeasured && name === "tool_trajectory_avg_score"
      ? { comparisons: comparisonsOf(result, metric) }
      : {}),
    ...(missingTurns === undefined ? {} : { missingTurns, unexpectedTurns }),
  };
  return Object.keys(details).length === 0 ? null : details;
}

function comparisonsOf({ invocations, evalCase }: CaseResult, metric: MetricResult | undefined) {
  const expected = evalCase.conversation ?? [];
  return invocations.slice(0, expected.length).map((actual, place) => ({
    invocationId: actual.invocationId,
    expected: callsOf(expected[place]),
    actual: callsOf(actual),
    matched: metric?.perInvocation[place]?.score === 1,
  }));
}

function callsOf(turn: Invocation | undefined) {
  if (turn === undefined) return [];
  return toolCallsOf(turn).map(({ name = null, args = null }) => ({ name, args }));
}
