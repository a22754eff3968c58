import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import { poolTrials, type TrialScores } from "../../../src/core/folds/pool-trials.ts";
import type { MetricResult } from "../../../src/core/run.ts";
import { ParseContext, type Schema } from "../../../src/core/schema/parse-context.ts";
import { caseStatus, type Status } from "../../../src/core/verdict.ts";
import {
  type AdkStatus,
  adkStatusSchema,
} from "../../../src/eval-sets/results/metric-result-schema.ts";
import { evalCaseSchema } from "../../../src/eval-sets/schema/eval-case-schema.ts";
import { invocationSchema } from "../../../src/eval-sets/schema/invocation-schema.ts";
import { readConfig } from "../../../src/project/config/read-config.ts";
import { planMetrics } from "../../../src/project/metrics/plan-metrics.ts";
import { type CaseScore, scoreCase } from "../../../src/runner/measure-case.ts";
import { readShape } from "../compare.ts";
import { type ConformanceKind, outcomeOf, type Vector } from "../vector.ts";

export const checks: ConformanceKind = {
  inputs: ["of", "statuses", "runs", "config", "eval_case", "inference"],
  async hold(vector) {
    const { of } = vector.input as unknown as { of: string };
    if (of === "case-status") holdCaseStatus(vector);
    else if (of === "pooled-runs") holdPooledRuns(vector);
    else if (of === "eval-case") await holdEvalCase(vector);
    else throw new Error(`unknown aggregation: ${of}`);
  },
};

const byNumber: Readonly<Record<AdkStatus, Status>> = {
  1: "passed",
  2: "failed",
  3: "not-evaluated",
  4: "informational",
};

function named(status: Status): string {
  return status.toUpperCase().replace("-", "_");
}

/** A status of ADK's JSON, as the product reads it; one that there is not is refused. */
function statusOf(value: unknown): Status {
  return byNumber[readShape(adkStatusSchema, value) ?? 3];
}

/** True when the vector is about a refusal, which then held. */
function holdRefusal(vector: Vector, act: () => unknown): boolean {
  if (outcomeOf(vector).error === undefined) return false;
  let refused: unknown;
  try {
    act();
  } catch (error) {
    refused = error;
  }
  expect(refused).toSatisfy(isUserFacingError);
  return true;
}

function holdCaseStatus(vector: Vector): void {
  const { statuses } = vector.input as unknown as { statuses: readonly unknown[] };
  const combined = () => named(caseStatus(statuses.map(statusOf)));
  if (holdRefusal(vector, combined)) return;
  expect(combined()).toBe(outcomeOf(vector).status);
}

interface AdkRun {
  readonly final_eval_status: unknown;
  readonly eval_metric_result_per_invocation: readonly (readonly AdkResult[])[];
}

interface AdkResult {
  readonly metric_name: string;
  readonly score: number | null;
  readonly eval_status: unknown;
  readonly threshold?: number | null;
  readonly criterion?: { readonly threshold: number } | null;
}

function holdPooledRuns(vector: Vector): void {
  const { runs } = vector.input as unknown as { runs: readonly AdkRun[] };
  if (holdRefusal(vector, () => runs.map(trialOf))) return;
  const pooled = poolTrials(runs.map(trialOf));
  expect({
    passed: pooled.status === "passed",
    runs_failed_without_results: pooled.failedWithoutResults,
    metrics: pooled.metrics.map(({ name, score = null, status, threshold = null }) => ({
      metric_name: name,
      score: score === null ? null : expect.closeTo(score, 12),
      status: named(status),
      threshold,
      reported_as_failure: status === "failed" || status === "not-evaluated",
    })),
  }).toEqual(outcomeOf(vector));
}

function trialOf(run: AdkRun): TrialScores {
  const byName = Map.groupBy(
    run.eval_metric_result_per_invocation.flat(),
    (result) => result.metric_name,
  );
  const status = statusOf(run.final_eval_status);
  return {
    status: status === "informational" ? "not-evaluated" : status,
    metrics: [...byName].map(([name, results]) => {
      const statuses = results.map((result) => statusOf(result.eval_status));
      const informs = statuses[0] === "informational";
      // a null does not say whether its turn should have been scored; the run's own verdict does
      const decided = statuses.filter((_, turn) => (results[turn]?.score ?? null) !== null);
      const first = results[0];
      return {
        name,
        status: informs ? "informational" : decided.length > 0 ? caseStatus(decided) : status,
        threshold: first?.criterion?.threshold ?? first?.threshold ?? undefined,
        scores: results.map(({ score }, turn) => ({
          score: score ?? undefined,
          status: statuses[turn] ?? "not-evaluated",
        })),
      };
    }),
  };
}

/** Of an inference; one of unknown status is scored by what it has. */
const FAILURE = 2;

interface EvalCaseInput {
  readonly config: unknown;
  readonly eval_case: unknown;
  readonly inference: { readonly status: number; readonly inferences: readonly unknown[] | null };
}

async function holdEvalCase(vector: Vector): Promise<void> {
  const outcome = outcomeOf(vector);
  const scored = await score(vector.input as unknown as EvalCaseInput).catch(
    (error: unknown) => error,
  );
  if (outcome.error === undefined) {
    if (scored instanceof Error) throw scored;
    expect(described(scored as CaseScore)).toEqual(outcome);
  } else if (!isUserFacingError(scored)) {
    // no refusal then: the case must have failed by itself, without any score
    expect(scored).toMatchObject({ status: "failed", metrics: [] });
  }
}

async function score({ config, eval_case, inference }: EvalCaseInput): Promise<CaseScore> {
  const { status, inferences } = inference;
  const text = JSON.stringify(config);
  return scoreCase({
    evalCase: read(evalCaseSchema, eval_case),
    actual:
      status === FAILURE ? undefined : inferences?.map((each) => read(invocationSchema, each)),
    metrics: planMetrics(readConfig(text, { file: "test_config.json" })),
  });
}

function read<T>(schema: Schema<T>, value: unknown): T {
  const context = new ParseContext();
  const result = schema.read(value, context);
  expect(context.problems).toEqual([]);
  return result;
}

function described({ status, metrics }: CaseScore) {
  const turns = metrics[0]?.perInvocation.length ?? 0;
  return {
    status: named(status),
    metrics: metrics.map((metric) => entry(metric, metric)),
    per_invocation: Array.from({ length: turns }, (_, turn) =>
      metrics.map((metric) => entry(metric, metric.perInvocation[turn])),
    ),
  };
}

function entry(
  { name }: MetricResult,
  of: { readonly score?: number | undefined; readonly status?: Status | undefined } | undefined,
) {
  return {
    metric_name: name,
    score: of?.score ?? null,
    status: named(of?.status ?? "not-evaluated"),
  };
}
