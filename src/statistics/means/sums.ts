import { exactSum } from "../../core/numbers/exact-sum.ts";

/** The true sum, rounded once: the order of the values changes nothing. */
export function sumOf(values: Iterable<number>): number {
  const sum = exactSum();
  for (const value of values) sum.add(value);
  return sum.value();
}

/** Sum of the squared distances from the mean. */
export function squaresAbout(values: readonly number[], mean: number): number {
  const sum = exactSum();
  for (const value of values) sum.add((value - mean) ** 2);
  return sum.value();
}
