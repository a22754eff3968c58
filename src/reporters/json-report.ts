import { type CaseResult, type MetricResult, SCHEMA_VERSION } from "../core/run.ts";
import { exitCodeOf, type RunSummary } from "../core/run-summary.ts";
import { runVerdict } from "../core/verdict.ts";

/** The run as reports for programs tell it; docs/guide/reports.md describes every key. */
export function runReport(run: RunSummary) {
  const { about, end } = run;
  return {
    id: run.runId,
    status: runStatus(run),
    exitCode: exitCodeOf(run),
    kind: about.kind,
    startedAt: run.startedAt,
    endedAt: end?.at ?? null,
    end: end?.status ?? null,
    agent: about.agent,
    sets: about.sets.map((set) => ({ ...set, totals: run.sets.get(set.evalSetId) })),
    git: about.git ?? null,
    seed: about.seed,
    models: about.models,
    version: about.version,
    trials: about.trials,
    require: about.require,
    concurrency: about.concurrency,
    command: about.command,
    resumes: run.resumes,
    modelCalls: run.modelCalls,
    scoredRun: about.scoredRun,
  };
}

/** passed + failed + notEvaluated = cases; the cases that never ran are among those not evaluated. */
export function totalsReport(run: RunSummary) {
  const { cases, passed, failed, notEvaluated, flaky, notRun } = run.totals;
  return { cases, passed, failed, notEvaluated, flaky, notRun, conversations: run.conversations };
}

/** One conversation: a case counts once per trial. */
export function caseReport(result: CaseResult) {
  return {
    evalSetId: result.evalSetId,
    evalId: result.evalId,
    trial: result.trial,
    status: result.status,
    reason: result.reason,
    detail: result.detail,
    tags: result.evalCase.assay?.tags,
    sessionId: result.sessionId,
    startedAt: result.startedAt,
    duration: result.duration,
    metrics: result.metrics.map(metricReport),
    invocations: result.invocations,
    expected: result.evalCase.conversation,
    finalState: result.finalState,
    output: result.output,
    partial: result.partial,
    restarted: result.restarted,
  };
}

export function runStatus(run: RunSummary): "passed" | "failed" | "incomplete" | "interrupted" {
  return run.end?.status === "interrupted" ? "interrupted" : runVerdict(run.totals);
}

export const reportVersion = SCHEMA_VERSION;

/** What has no value is null where programs count on the key. */
function metricReport(metric: MetricResult) {
  const { name, score, threshold, status, reason, ...rest } = metric;
  return { name, score: score ?? null, threshold: threshold ?? null, status, reason, ...rest };
}
