import { binomialCdf, binomialQuantile } from "../distributions/binomial.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needCount, needFinite, needProbability } from "../need-finite.ts";
import { quantileOfSorted } from "./quantile.ts";

/** Which of the sorted values bound a quantile, counted from 1, and how sure that is. */
export interface QuantileRanks {
  readonly lower: number;
  readonly upper: number;
  readonly coverage: number;
}

/** Null where no value can bound it: ten of them say nothing of how far the 95th percentile may reach up. */
export function quantileRanks(
  n: number,
  share: number,
  options?: ConfidenceOptions,
): QuantileRanks | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  needProbability(share, "the share of a quantile");
  needCount(n, "the number of values");
  if (n < 2) return null;
  const tail = (1 - confidence) / 2;
  const lower = binomialQuantile(tail, n, share);
  const upper = binomialQuantile(1 - tail, n, share) + 1;
  if (lower < 1 || upper > n) return null;
  const coverage = binomialCdf(upper - 1, n, share) - binomialCdf(lower - 1, n, share);
  return { lower, upper, coverage };
}

export interface QuantileEstimate {
  readonly value: number;
  readonly n: number;
  readonly interval: Interval | null;
}

/**
 * A quantile with the interval by order statistics, which asks nothing of how the values are spread. Values that are all
 * the same have none: no spread is no certainty. Null without a value.
 */
export function quantileEstimate(
  values: readonly number[],
  share: number,
  options?: ConfidenceOptions,
): QuantileEstimate | null {
  needFinite(values, "values of a quantile");
  const sorted = Float64Array.from(values).sort();
  const value = quantileOfSorted(sorted, share);
  if (value === null) return null;
  const ranks = quantileRanks(sorted.length, share, options);
  const isSame = sorted[0] === sorted.at(-1);
  const interval: Interval | null =
    ranks === null || isSame ? null : [sorted[ranks.lower - 1] ?? 0, sorted[ranks.upper - 1] ?? 0];
  return { value, n: sorted.length, interval };
}

/** One bound at a time: with 95 % confidence the quantile is at least the lower one; and so for the upper one. */
export function quantileBounds(
  values: readonly number[],
  share: number,
  options?: ConfidenceOptions,
): { readonly lower: number | null; readonly upper: number | null } {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  needFinite(values, "values of a quantile");
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  if (n < 2) return { lower: null, upper: null };
  const lower = binomialQuantile(1 - confidence, n, share);
  const upper = binomialQuantile(confidence, n, share) + 1;
  return { lower: sorted[lower - 1] ?? null, upper: sorted[upper - 1] ?? null };
}
