import { exactMean } from "./mean.ts";
import type { TrialRule } from "./run.ts";
import { caseStatus, type Direction, meets, type Status } from "./verdict.ts";

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
 * and their exact mean meets the threshold or not, as ADK's AgentEvaluator does; `require` counts passed trials instead.
 */
export function poolTrials(
  trials: readonly TrialScores[],
  require: TrialRule = "pooled",
): PooledCase {
  const failedWithoutResults = trials.filter(
    (trial) => trial.status === "failed" && trial.metrics.length === 0,
  ).length;
  const metrics = poolMetrics(trials);
  const flaky = new Set(trials.map((trial) => trial.status)).size > 1;
  const status =
    require === "pooled"
      ? pooledStatus(trials, metrics, failedWithoutResults)
      : countedStatus(trials, require);
  return { status, metrics, failedWithoutResults, flaky };
}

function pooledStatus(
  trials: readonly TrialScores[],
  metrics: readonly PooledMetric[],
  failedWithoutResults: number,
): PooledCase["status"] {
  if (failedWithoutResults > 0) return "failed";
  const status = caseStatus(metrics.map((metric) => metric.status));
  const unmeasured = trials.some(
    (trial) => trial.status === "not-evaluated" && trial.metrics.length === 0,
  );
  return status === "passed" && unmeasured ? "not-evaluated" : status;
}

function countedStatus(
  trials: readonly TrialScores[],
  require: Exclude<TrialRule, "pooled">,
): PooledCase["status"] {
  const needed = require === "all" ? trials.length : require === "any" ? 1 : require;
  const passed = trials.filter((trial) => trial.status === "passed").length;
  if (passed >= needed && needed > 0) return "passed";
  const unknown = trials.filter((trial) => trial.status === "not-evaluated").length;
  // trials nobody could evaluate might have passed; only what is certain is called failed
  return passed + unknown >= needed ? "not-evaluated" : "failed";
}

function poolMetrics(trials: readonly TrialScores[]): readonly PooledMetric[] {
  const byName = new Map<string, MetricScores[]>();
  for (const metric of trials.flatMap((trial) => trial.metrics)) {
    const pool = byName.get(metric.name);
    if (pool === undefined) byName.set(metric.name, [metric]);
    else pool.push(metric);
  }
  return [...byName].map(([name, pool]) => poolMetric(name, pool));
}

function poolMetric(name: string, pool: readonly MetricScores[]): PooledMetric {
  const [only] = pool;
  // nothing to pool: what the metric said itself holds, unless another program wrote it
  if (pool.length === 1 && only?.direction !== undefined) {
    const { status, score, threshold } = only;
    return { name, status, score, threshold };
  }
  const entries = pool.flatMap((metric) => metric.scores);
  const score = exactMean(
    entries.flatMap((entry) => (entry.score === undefined ? [] : [entry.score])),
  );
  const declared = only?.direction !== undefined;
  // other programs go by the first result of a metric, whatever the later ones say
  const deciding = declared ? pool : pool.slice(0, 1);
  const threshold = deciding.find((metric) => metric.threshold !== undefined)?.threshold;
  if (threshold === undefined || deciding.some((metric) => metric.status === "informational")) {
    return { name, status: "informational", score, threshold: undefined };
  }
  if (score === undefined) return { name, status: "not-evaluated", score, threshold };
  const direction = only?.direction ?? directionShownBy(entries, threshold);
  if (!meets(score, threshold, direction)) return { name, status: "failed", score, threshold };
  const incomplete = pool.some((metric) => metric.status === "not-evaluated");
  return { name, status: incomplete ? "not-evaluated" : "passed", score, threshold };
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
