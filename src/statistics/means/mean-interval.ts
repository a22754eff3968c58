import { isNear, sizeOf } from "../../core/numbers/is-near.ts";
import { tQuantile } from "../distributions/student-t.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needFinite, needProbability } from "../need-finite.ts";
import { averageOf, squaresAbout } from "./sums.ts";

/** A mean and how sure it is. */
export interface MeanEstimate {
  readonly mean: number;
  /** How many values, which is how many cases. */
  readonly n: number;
  /** Null for a single value and for a single cluster: nothing can be said of their spread. */
  readonly standardError: number | null;
  /** Of Student's t; null with the standard error. */
  readonly degrees: number | null;
  /** Null as well where all values are the same: no spread is no certainty. */
  readonly interval: Interval | null;
}

/**
 * Mean with its t interval. Null without a value.
 *
 * Hand in one value a case: trials of one case are no further cases (see `trialsWithinCases`).
 */
export function meanOf(
  values: readonly number[],
  options?: ConfidenceOptions,
): MeanEstimate | null {
  needFinite(values, "values of a mean");
  const n = values.length;
  if (n === 0) return null;
  const mean = averageOf(values);
  if (n === 1) return { mean, n, standardError: null, degrees: null, interval: null };
  const standardError = errorOf(squaresAbout(values, mean) / (n - 1) / n, values);
  const degrees = n - 1;
  return {
    mean,
    n,
    standardError,
    degrees,
    interval: tInterval(mean, standardError, degrees, options),
  };
}

/** Null where there is no spread: an interval without width would say that all is known. */
export function tInterval(
  middle: number,
  standardError: number,
  degrees: number,
  options?: ConfidenceOptions,
): Interval | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  if (standardError === 0) return null;
  const half = tQuantile((1 + confidence) / 2, degrees) * standardError;
  return [middle - half, middle + half];
}

/** The standard error; equal values can leave a trace of rounding, by their size, that is no spread. */
export function errorOf(variance: number, values: readonly number[]): number {
  const error = Math.sqrt(variance);
  return isNear(error, 0, sizeOf(values)) ? 0 : error;
}
