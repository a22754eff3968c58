import { needFinite } from "../need-finite.ts";

/** The value below which a share of the values lies, between its neighbours where it falls between two (type 7). Null without a value. */
export function quantileOf(values: readonly number[], share: number): number | null {
  needFinite(values, "values of a quantile");
  return quantileOfSorted(Float64Array.from(values).sort(), share);
}

export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number | null {
  if (!(share >= 0 && share <= 1)) {
    throw new RangeError(`the share of a quantile lies between 0 and 1, not at ${share}`);
  }
  if (sorted.length === 0) return null;
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? 0;
  return low + (high - low) * (place - below);
}
