import { exactSum } from "../../core/numbers/exact-sum.ts";

/** The true sum, rounded once: the order of the values changes nothing. */
export function sumOf(values: Iterable<number>): number {
  const sum = exactSum();
  for (const value of values) sum.add(value);
  return sum.value();
}

/** The true mean, rounded once: that of 0.1, 0.2 and 0.3 is 0.2, and that of equal values is theirs. */
export function averageOf(values: readonly number[]): number {
  const n = values.length;
  const sum = exactSum();
  for (const value of values) sum.add(value);
  const near = sum.value() / n;
  // what the division lost: the mean times n, taken away in two parts whose products lose nothing
  const high = Math.fround(near);
  if (!Number.isFinite(high)) return near;
  sum.add(-high * n);
  sum.add(-(near - high) * n);
  return near + sum.value() / n;
}

/** Sum of the squared distances from the mean. */
export function squaresAbout(values: readonly number[], mean: number): number {
  const sum = exactSum();
  for (const value of values) sum.add((value - mean) ** 2);
  return sum.value();
}
