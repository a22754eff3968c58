import type { MetricDetails, TurnScore } from "../../core/metric-outcome.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import type { MetricSetting } from "../../core/run-info.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { meets, type Status } from "../../core/verdict.ts";
import type { EvalCaseResult, InvocationResult } from "./eval-result-schema.ts";
import {
  type AdkCriterion,
  type AdkDetails,
  type AdkMetric,
  type AdkMetricResult,
  type AdkRubricScore,
  adkStatus,
  durationFigures,
  tokenFigures,
} from "./metric-result-schema.ts";

/** Turns results of ours into ADK's, for one set of metrics. */
export function adkCaseResults(
  metrics: readonly MetricSetting[],
): (result: CaseResult) => EvalCaseResult {
  const asked = new Map(metrics.map((metric) => [metric.name, askedFor(metric)]));
  return (result) => toAdkCaseResult(result, asked);
}

/**
 * ADK refuses a file with an unknown key in a turn or a metric result, so nothing of ours stands there.
 * Why a case ended as it did goes under `assay` at the case, where unknown keys are ignored.
 */
function toAdkCaseResult(
  result: CaseResult,
  asked: ReadonlyMap<string, AdkMetric>,
): EvalCaseResult {
  return {
    evalSetFile: result.evalSetId,
    evalSetId: result.evalSetId,
    evalId: result.evalId,
    finalEvalStatus: adkStatus(result.status),
    overallEvalMetricResults: result.metrics.map((metric) => overall(metric, asked)),
    evalMetricResultPerInvocation: result.invocations.map((_, turn) =>
      perTurn(result, turn, asked),
    ),
    sessionId: result.sessionId,
    userId: result.userId,
    extras: { assay: ourSide(result) },
  };
}

function askedFor(metric: MetricSetting): AdkMetric {
  return {
    metricName: metric.name,
    threshold: metric.threshold,
    criterion: criterionOf(metric),
    customFunctionPath: metric.customFunctionPath,
  };
}

/** A criterion of ADK's has a threshold; what has none is no criterion. */
function criterionOf({ criterion, threshold }: MetricSetting): AdkCriterion | undefined {
  const {
    threshold: own,
    include_intermediate_responses_in_final: include,
    ...extras
  } = criterion ?? {};
  const limit = typeof own === "number" ? own : threshold;
  if (limit === undefined) return undefined;
  return { threshold: limit, includeIntermediateResponsesInFinal: include === true, extras };
}

function overall(metric: MetricResult, asked: ReadonlyMap<string, AdkMetric>): AdkMetricResult {
  return metricResult(metric, asked, {
    score: metric.score,
    status: metric.status,
    details: metric.details,
  });
}

function perTurn(
  result: CaseResult,
  turn: number,
  asked: ReadonlyMap<string, AdkMetric>,
): InvocationResult {
  const [actualInvocation, expectedInvocation] = [
    result.invocations[turn],
    result.evalCase.conversation?.[turn],
  ];
  if (actualInvocation === undefined) throw new RangeError(`there is no turn ${turn}`);
  return {
    actualInvocation,
    expectedInvocation,
    evalMetricResults: result.metrics.map((metric) => {
      const score = metric.perInvocation[turn];
      return metricResult(metric, asked, {
        score: score?.score,
        status: turnStatus(score, metric),
        details: score?.details,
      });
    }),
  };
}

function turnStatus(turn: TurnScore | undefined, metric: MetricResult): Status {
  if (turn?.status !== undefined) return turn.status;
  if (metric.status === "informational") return "informational";
  if (turn?.score === undefined) return "not-evaluated";
  if (metric.threshold === undefined) return "informational";
  return meets(turn.score, metric.threshold, metric.direction) ? "passed" : "failed";
}

function metricResult(
  metric: MetricResult,
  asked: ReadonlyMap<string, AdkMetric>,
  said: { score: number | undefined; status: Status; details: MetricDetails | undefined },
): AdkMetricResult {
  return {
    metricName: metric.name,
    threshold: metric.threshold,
    criterion: asked.get(metric.name)?.criterion,
    customFunctionPath: asked.get(metric.name)?.customFunctionPath,
    score: said.score,
    evalStatus: adkStatus(said.status),
    details: said.details === undefined ? noDetails : detailsOf(said.details),
  };
}

const noDetails: AdkDetails = {};

/** Only the figures that ADK knows, under either spelling. */
function detailsOf(details: MetricDetails): AdkDetails {
  const rubrics = details.rubricScores;
  return {
    rubricScores: Array.isArray(rubrics) ? rubrics.filter(isObject).map(rubricScore) : undefined,
    tokenUsageDetails: figures(details.tokenUsageDetails, tokenFigures),
    durationDetails: figures(details.durationDetails, durationFigures),
  };
}

function rubricScore(score: Readonly<Record<string, unknown>>): AdkRubricScore {
  const { rationale, score: value } = score;
  return {
    rubricId: String(score.rubricId ?? score.rubric_id ?? ""),
    rationale: typeof rationale === "string" ? rationale : undefined,
    score: typeof value === "number" ? value : undefined,
  };
}

function figures<Name extends string>(
  source: unknown,
  names: readonly Name[],
): { readonly [Key in Name]?: number | undefined } | undefined {
  if (!isObject(source)) return undefined;
  const result: { [Key in Name]?: number | undefined } = {};
  for (const name of names) {
    const value = source[name] ?? source[snakeCase(name)];
    if (typeof value === "number") result[name] = value;
  }
  return result;
}

/** What ADK has no place for. */
function ourSide(result: CaseResult): Readonly<Record<string, unknown>> {
  const reasons = result.metrics
    .filter((metric) => metric.reason !== undefined)
    .map(({ name, reason, detail }) => ({ metric: name, reason, detail }));
  return {
    trial: result.trial,
    duration: result.duration,
    reason: result.reason,
    detail: result.detail,
    ...(reasons.length > 0 ? { metrics: reasons } : {}),
  };
}
