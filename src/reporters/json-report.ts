import type { Attribution } from "../analysis/faults/fault.ts";
import { passRateOf, passRateOfTag } from "../analysis/pass-rate.ts";
import { gatedVerdict, isGated } from "../core/analysis/gated-verdict.ts";
import { trialScores } from "../core/folds/case-row.ts";
import { pathsTaken } from "../core/folds/paths-taken.ts";
import { poolTrials } from "../core/folds/pool-trials.ts";
import { exitCodeOf, type RunSummary } from "../core/folds/run-summary.ts";
import type { TagTotal } from "../core/folds/tag-totals.ts";
import { type CaseResult, type MetricResult, SCHEMA_VERSION } from "../core/run.ts";
import { spreadOf } from "../statistics/means/spread.ts";
import type { CaseGroup } from "./case-groups.ts";

/** The run as reports for programs have it; docs/guide/reports.md describes every key. */
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
    judgeChecks: run.judgeChecks,
    scoredRun: about.scoredRun,
    unread: about.unread,
    unreadCount: about.unreadCount,
    heldAgainst: about.gates,
    /** Set where the run ended before its last case, since its gates were decided. */
    decided: run.decided,
    order: about.decide === undefined ? undefined : { seed: about.decide.seed },
  };
}

/** passed + failed + notEvaluated = cases; the cases that never ran are among those not evaluated. */
export function totalsReport(run: RunSummary) {
  const { cases, passed, failed, notEvaluated, flaky, notRun } = run.totals;
  const tags = Object.fromEntries([...run.tags].map(([tag, totals]) => [tag, tagReport(totals)]));
  const { conversations } = run;
  const passRate = passRateOf(run.cases);
  const quarantined = run.about.sets.flatMap((set) =>
    (set.quarantined ?? []).map((each) => ({ evalSetId: set.evalSetId, ...each })),
  );
  return {
    ...{ cases, passed, failed, notEvaluated, flaky, notRun },
    ...{ passRate, conversations, tags },
    /** None of the cases above: they were not asked. */
    ...(quarantined.length === 0 ? {} : { quarantined }),
  };
}

function tagReport(total: TagTotal) {
  const { cases, passed, failed, notEvaluated, flaky } = total;
  return { cases, passed, failed, notEvaluated, flaky, passRate: passRateOfTag(total) };
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
    simulated: result.simulated,
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

/** One case over all its trials: what they say together, and how far their scores lie apart. */
export function verdictReport(
  group: CaseGroup,
  { about }: RunSummary,
  attribution: Attribution | undefined,
) {
  const { evalSetId, evalId, status, flaky, trials } = group;
  const { metrics } = poolTrials(trials.map(trialScores), about.require);
  return {
    evalSetId,
    evalId,
    status,
    flaky,
    trials: trials.length,
    trialsPassed: trials.filter((trial) => trial.status === "passed").length,
    metrics: metrics.map(({ name, status: said, score, threshold }) => ({
      name,
      status: said,
      score: score ?? null,
      threshold: threshold ?? null,
      ...spreadReport(trials, name),
    })),
    paths: pathsTaken(trials),
    fault: attribution?.fault,
    evidence: attribution?.evidence,
  };
}

/** Over the metric's own score in each trial that has one. */
function spreadReport(trials: readonly CaseResult[], name: string) {
  const scores = trials.flatMap(({ metrics }) =>
    metrics.flatMap((metric) =>
      metric.name === name && metric.score !== undefined ? [metric.score] : [],
    ),
  );
  const { min = null, max = null, standardDeviation = null } = spreadOf(scores) ?? {};
  return { trialScores: scores, min, max, standardDeviation };
}

export function runStatus(run: RunSummary): "passed" | "failed" | "incomplete" | "interrupted" {
  return run.end?.status === "interrupted" ? "interrupted" : gatedVerdict(run);
}

/** How the run stands to its gates; undefined where it has none, or has not come to its end. */
export function gatesReport({ about, gates }: RunSummary) {
  return isGated(about) ? gates : undefined;
}

export const reportVersion = SCHEMA_VERSION;

/** What has no value is null where programs count on the key. */
function metricReport(metric: MetricResult) {
  const { name, score, threshold, status, reason, ...rest } = metric;
  return { name, score: score ?? null, threshold: threshold ?? null, status, reason, ...rest };
}
