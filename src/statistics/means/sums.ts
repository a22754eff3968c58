import { exactSum } from "../../core/numbers/exact-sum.ts";

/** The true sum, rounded once: the order of the values changes nothing. */
export function sumOf(values: Iterable<number>): number {
  const sum = exactSum();
  for (const value of values) sum.add(value);
  return sum.value();
}

/** The mean, which rounding never puts outside of the values: that of equal ones is theirs. */
export function averageOf(values: readonly number[]): number {
  const mean = sumOf(values) / values.length;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return Math.min(most, Math.max(least, mean));
}

/** Sum of the squared distances from the mean. */
export function squaresAbout(values: readonly number[], mean: number): number {
  const sum = exactSum();
  for (const value of values) sum.add((value - mean) ** 2);
  return sum.value();
}
