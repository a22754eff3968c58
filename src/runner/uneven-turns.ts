import type { Metric } from "../core/metric.ts";
import type { TurnScore } from "../core/metric-outcome.ts";
import type { MetricResult } from "../core/run.ts";
import { meets } from "../core/verdict.ts";

/** How a recorded conversation differs in length from what was expected. */
export interface UnevenTurns {
  /** Expected, and never there. */
  readonly missing: number;
  /** There, and not expected by anybody. */
  readonly extra: number;
}

/**
 * Adds the turns that had no partner. What never happened is the worst there is, by every metric that scores turns; what
 * nobody expected counts where a metric says so.
 */
export function addUnevenTurns(
  results: readonly MetricResult[],
  metrics: readonly Metric[],
  { missing, extra }: UnevenTurns,
): readonly MetricResult[] {
  return results.map((result) => {
    const metric = metrics.find(({ name }) => name === result.name);
    // one that saw both sides has said what it makes of their lengths
    if (metric === undefined || metric.measuresUneven === true) return result;
    if (!scoresTurns(result)) return result;
    const unexpected = metric.countsExtraTurns === true ? extra : 0;
    const added = [
      ...turns(missing, "The conversation was over before this turn.", metric),
      ...turns(unexpected, "Nobody expected this turn.", metric),
    ];
    return added.length === 0 ? result : withTurns(result, added);
  });
}

function scoresTurns({ perInvocation, threshold, direction }: MetricResult): boolean {
  // less is better for what counts or costs: nothing at all would be the best, and is no merit
  if (threshold === undefined || direction === "lower") return false;
  return perInvocation.some(({ score, unasked }) => score !== undefined && unasked === undefined);
}

function turns(count: number, why: string, { range }: Metric): readonly TurnScore[] {
  return Array.from({ length: count }, () => ({
    score: range.min,
    status: "failed" as const,
    why,
  }));
}

function withTurns(result: MetricResult, added: readonly TurnScore[]): MetricResult {
  const perInvocation = [...result.perInvocation, ...added];
  const scored = perInvocation.flatMap(({ score }) => score ?? []);
  const score = scored.reduce((sum, each) => sum + each, 0) / scored.length;
  const { threshold, direction } = result;
  const isMet = threshold !== undefined && meets(score, threshold, direction);
  const isDecided = result.decided === true && result.status === "failed";
  const status = isDecided || !isMet ? "failed" : result.status;
  return { ...result, score, status, perInvocation };
}
