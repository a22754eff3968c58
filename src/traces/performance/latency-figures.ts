/** What values come to, under the names of the field's tools. Of no values everything is 0, and so is the count. */
export interface Figures {
  readonly min: number;
  readonly median: number;
  readonly max: number;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function figuresOf(values: readonly number[]): Figures {
  const sorted = values.toSorted((a, b) => a - b);
  const median = medianOf(sorted);
  return {
    min: sorted[0] ?? 0,
    median,
    max: sorted.at(-1) ?? 0,
    count: sorted.length,
    ...percentilesOf(sorted, median),
  };
}

/** The value at that share of the way, without a mean of neighbours; the 50th is the median. */
export function percentilesOf(sorted: readonly number[], median = medianOf(sorted)) {
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: median, p95: at(0.95) ?? 0, p99: at(0.99) ?? 0 };
}

/** Of values in their order; 0 where there are none. */
export function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? high) + high) / 2 : high;
}
