import { needFinite } from "../need-finite.ts";
import { squaresAbout, sumOf } from "./sums.ts";

/** How far values lie apart. */
export interface Spread {
  readonly min: number;
  readonly max: number;
  /** Of a sample, so with n − 1; null for a single value, of which nothing can be said. */
  readonly standardDeviation: number | null;
}

/** Null when there is no value. */
export function spreadOf(values: readonly number[]): Spread | null {
  needFinite(values, "values");
  const n = values.length;
  if (n === 0) return null;
  const squares = squaresAbout(values, sumOf(values) / n);
  return {
    min: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
    max: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    standardDeviation: n < 2 ? null : Math.sqrt(squares / (n - 1)),
  };
}
