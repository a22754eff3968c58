import type { MetricSetting } from "../../core/run-info.ts";
import { figurePlaces } from "../../core/text/figure-places.ts";
import { metricName, plainNames } from "../../core/text/metric-name.ts";
import type { Direction } from "../../core/verdict.ts";
import type { ScoreBand } from "../reporter-context.ts";

/** `trajectory ≥ 1, response ≥ 0.8`: what decides, without the metrics that only inform. */
export function criteriaText(metrics: readonly MetricSetting[]): string {
  const deciding = metrics.flatMap(({ name, threshold, direction }) =>
    threshold === undefined ? [] : [`${metricName(name)} ${sign(direction)} ${threshold}`],
  );
  return deciding.length === 0 ? "no metric that decides" : deciding.join(", ");
}

/** `trajectory 0.00, needs 1.00`; as many digits as it takes to see the difference. */
export function shortfall(metric: {
  readonly name: string;
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  readonly decided?: boolean | undefined;
}): string {
  const { name, score, threshold, direction, decided } = metric;
  if (decided === true && score !== undefined) {
    return `${metricName(name)} ${scoreText(score)}, failed by its own word`;
  }
  if (score === undefined) return `${metricName(name)} has no score`;
  if (threshold === undefined) return `${metricName(name)} ${scoreText(score)}`;
  const digits = digitsToTellApart(score, threshold);
  const needs = direction === "lower" ? "allows" : "needs";
  return `${metricName(name)} ${scoreText(score, digits)}, ${needs} ${scoreText(threshold, digits)}`;
}

export function scoreText(score: number, digits = Math.max(2, figurePlaces(null, score))): string {
  return score.toFixed(digits).replace(/^-/, "−");
}

/** The band a score falls in; undefined for metrics that are not known to run from 0 to 1, higher being better. */
export function bandWord(
  identifier: string,
  score: number,
  bands: readonly ScoreBand[],
): string | undefined {
  if (!fractions.has(identifier) || score < 0 || score > 1) return undefined;
  const fitting = bands.filter((band) => score >= band.from);
  return fitting.reduce<ScoreBand | undefined>(
    (best, band) => (best === undefined || band.from > best.from ? band : best),
    undefined,
  )?.word;
}

function sign(direction: Direction): string {
  return direction === "higher" ? "≥" : "≤";
}

function digitsToTellApart(score: number, threshold: number): number {
  let digits = 2;
  while (
    score !== threshold &&
    digits < 12 &&
    score.toFixed(digits) === threshold.toFixed(digits)
  ) {
    digits += 1;
  }
  return digits;
}

const notFractions = [
  "response_evaluation_score",
  "response_coherence",
  "response_helpfulness",
  "tool_call_count_v1",
  "inference_call_count_v1",
  "token_usage_v1",
  "invocation_duration_v1",
  "response_latency",
  "tool_calls",
  "total_tokens",
  "total_cost",
];

// a metric of somebody else may have any range, so it gets no word
const fractions: ReadonlySet<string> = new Set(
  [...plainNames.keys()].filter((name) => !notFractions.includes(name)),
);
