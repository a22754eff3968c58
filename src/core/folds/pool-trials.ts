import { exactMean } from "../numbers/mean.ts";
import type { TrialRule } from "../run-info.ts";
import { caseStatus, type Direction, meets, type Status } from "../verdict.ts";

/** What the trials of one case say together. */
export interface PooledCase {
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly metrics: readonly PooledMetric[];
  /** Trials that failed before any metric could speak: the agent threw, hung or said nothing. */
  readonly failedWithoutResults: number;
  /** True when the trials' own verdicts disagree. */
  readonly flaky: boolean;
}

export interface PooledMetric {
  readonly name: string;
  readonly status: Status;
  readonly score: number | undefined;
  readonly threshold: number | undefined;
}

/** As much of one trial as pooling needs. */
export interface TrialScores {
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly metrics: readonly MetricScores[];
}

export interface MetricScores {
  readonly name: string;
  /** The metric's say in the trial's verdict. */
  readonly status: Status;
  /** True: the metric gave its status itself, and its score and threshold say another. */
  readonly decided?: boolean | undefined;
  readonly threshold: number | undefined;
  /** Undefined only for results of other programs, which do not declare it. */
  readonly direction?: Direction | undefined;
  /** The metric's own score of the trial; a trial that stands alone keeps it. */
  readonly score?: number | undefined;
  /** One entry a turn; where a metric has no scores by turn, its overall score stands alone. */
  readonly scores: readonly { readonly score: number | undefined; readonly status: Status }[];
}

/**
 * The verdict of a case from all its trials. By default every metric's scores of all trials and turns are one pool,
 * and their exact mean meets the threshold or not; what no trial reached alone, the trials together have not reached, and
 * what failed in none has not failed.
 * "mean" is ADK's AgentEvaluator: that mean decides alone, also of one trial. Other rules count passed trials.
 */
export function poolTrials(
  trials: readonly TrialScores[],
  require: TrialRule = "pooled",
): PooledCase {
  const failedWithoutResults = trials.filter(
    (trial) => trial.status === "failed" && trial.metrics.length === 0,
  ).length;
  const metrics = poolMetrics(trials, require);
  const flaky = new Set(trials.map((trial) => trial.status)).size > 1;
  const status =
    require === "pooled" || require === "mean"
      ? pooledStatus(trials, { metrics, failedWithoutResults, require })
      : countedStatus(trials, require);
  return { status, metrics, failedWithoutResults, flaky };
}

function pooledStatus(
  trials: readonly TrialScores[],
  pool: Pick<PooledCase, "metrics" | "failedWithoutResults"> & { readonly require: TrialRule },
): PooledCase["status"] {
  if (pool.failedWithoutResults > 0) return "failed";
  const status = caseStatus(pool.metrics.map((metric) => metric.status));
  if (status !== "passed") return status;
  // other programs go by their scores alone, and call a trial not evaluated for reasons of their own
  const isOurs = trials.every((trial) => trial.metrics.every(({ direction }) => direction));
  if (!isOurs) return "passed";
  if (trials.some((trial) => trial.status === "not-evaluated")) return "not-evaluated";
  const isReached = trials.some((trial) => trial.status === "passed");
  return pool.require === "pooled" && !isReached ? "failed" : "passed";
}

function countedStatus(
  trials: readonly TrialScores[],
  require: Exclude<TrialRule, "pooled" | "mean">,
): PooledCase["status"] {
  const needed = require === "all" ? trials.length : require === "any" ? 1 : require;
  const passed = trials.filter((trial) => trial.status === "passed").length;
  if (passed >= needed && needed > 0) return "passed";
  const unknown = trials.filter((trial) => trial.status === "not-evaluated").length;
  // trials nobody could evaluate might have passed; only what is certain is called failed
  return passed + unknown >= needed ? "not-evaluated" : "failed";
}

function poolMetrics(trials: readonly TrialScores[], require: TrialRule): readonly PooledMetric[] {
  const byName = new Map<string, MetricScores[]>();
  for (const metric of trials.flatMap((trial) => trial.metrics)) {
    const pool = byName.get(metric.name);
    if (pool === undefined) byName.set(metric.name, [metric]);
    else pool.push(metric);
  }
  return [...byName].map(([name, pool]) =>
    pool[0]?.direction === undefined ? poolOfOthers(name, pool) : poolMetric(name, pool, require),
  );
}

function poolMetric(name: string, pool: readonly MetricScores[], require: TrialRule): PooledMetric {
  const deciding = pool.filter((metric) => metric.status !== "informational");
  if (deciding.length === 0) {
    return { name, status: "informational", score: meanOf(pool), threshold: undefined };
  }
  const [only] = deciding;
  // nothing to pool: what the metric said itself holds
  if (pool.length === 1 && only !== undefined && require !== "mean") {
    const { status, score, threshold } = only;
    return { name, status, score, threshold };
  }
  const score = meanOf(deciding);
  const threshold = strictest(deciding);
  return { name, status: statusOfPool(deciding, { score, threshold, require }), score, threshold };
}

/** A config that was changed between two trials may have asked for less; what the strictest asks for, all have reached. */
function strictest(pool: readonly MetricScores[]): number | undefined {
  const asked = pool.flatMap(({ threshold }) => (threshold === undefined ? [] : [threshold]));
  if (asked.length === 0) return undefined;
  return pool[0]?.direction === "lower" ? Math.min(...asked) : Math.max(...asked);
}

function statusOfPool(
  pool: readonly MetricScores[],
  facts: {
    readonly score: number | undefined;
    readonly threshold: number | undefined;
    readonly require: TrialRule;
  },
): Status {
  const { score, threshold, require } = facts;
  const statuses = pool.map((metric) => metric.status);
  // a metric that decides for itself is asked trial by trial: its scores do not say
  if (threshold === undefined || pool.some(decidesItself)) return caseStatus(statuses);
  // scores by turn may say less than a metric's own score of the whole; what failed in no trial has not failed
  if (require !== "mean" && !statuses.includes("failed")) return caseStatus(statuses);
  if (score === undefined) return statuses.includes("failed") ? "failed" : "not-evaluated";
  if (!meets(score, threshold, pool[0]?.direction)) return "failed";
  if (statuses.includes("not-evaluated")) return "not-evaluated";
  return require === "mean" || statuses.includes("passed") ? "passed" : "failed";
}

/** It says so, or it failed what its score and threshold would have passed. */
function decidesItself(metric: MetricScores): boolean {
  const { decided, status, score, threshold, direction } = metric;
  if (decided === true) return true;
  if (status !== "failed" || score === undefined || threshold === undefined) return false;
  return meets(score, threshold, direction);
}

/** Results that declare no direction go by their own program's rules: the first one decides what kind of metric it is. */
function poolOfOthers(name: string, pool: readonly MetricScores[]): PooledMetric {
  const score = meanOf(pool);
  const threshold = pool[0]?.threshold;
  if (threshold === undefined || pool[0]?.status === "informational") {
    return { name, status: "informational", score, threshold: undefined };
  }
  if (score === undefined) return { name, status: "not-evaluated", score, threshold };
  const entries = pool.flatMap((metric) => metric.scores);
  if (!meets(score, threshold, directionShownBy(entries, threshold))) {
    return { name, status: "failed", score, threshold };
  }
  return { name, status: "passed", score, threshold };
}

function meanOf(pool: readonly MetricScores[]): number | undefined {
  const entries = pool.flatMap((metric) => metric.scores);
  return exactMean(entries.flatMap(({ score }) => (score === undefined ? [] : [score])));
}

/** For results that declare no direction: the one that all their own verdicts agree on, else higher is better. */
function directionShownBy(entries: MetricScores["scores"], threshold: number): Direction {
  const votes = new Set(
    entries.flatMap(({ score, status }) => {
      const decided = status === "passed" || status === "failed";
      if (score === undefined || score === threshold || !decided) return [];
      return [score > threshold === (status === "passed") ? "higher" : "lower"];
    }),
  );
  return votes.size === 1 && votes.has("lower") ? "lower" : "higher";
}
