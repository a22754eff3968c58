import { type CaseValue, meanOfCases } from "../../../../analysis/mean-of-cases.ts";
import { quantileOfSorted } from "../../../../statistics/means/quantile.ts";

/** One column of a run's matrix: how its values are spread, one value a case. */
export interface ColumnFigures {
  readonly n: number;
  readonly mean: number | null;
  readonly interval: readonly [number, number] | null;
  readonly total: number;
  readonly p50: number | null;
  readonly p95: number | null;
  /** Where the histogram begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Cases by equal parts of that; the last part includes its end. */
  readonly bins: readonly number[];
}

const BINS = 20;

export function columnFigures(
  cases: readonly CaseValue[],
  range: readonly [from: number | undefined, to: number | undefined],
): ColumnFigures {
  const values = cases.map(({ value }) => value);
  const sorted = Float64Array.from(values).sort();
  const from = range[0] ?? Math.min(0, sorted[0] ?? 0);
  const to = range[1] ?? Math.max(sorted.at(-1) ?? 0, from);
  const estimate = meanOfCases(cases, { min: range[0], max: range[1] });
  return {
    n: values.length,
    mean: estimate?.mean ?? null,
    interval: estimate?.interval ?? null,
    total: values.reduce((sum, value) => sum + value, 0),
    p50: quantileOfSorted(sorted, 0.5),
    p95: quantileOfSorted(sorted, 0.95),
    from,
    to,
    bins: binsOf(sorted, from, to),
  };
}

function binsOf(sorted: Float64Array, from: number, to: number): readonly number[] {
  const bins: number[] = new Array(BINS).fill(0);
  const width = (to - from) / BINS;
  for (const value of sorted) {
    const place = width === 0 ? 0 : Math.floor((value - from) / width);
    const kept = Math.max(0, Math.min(BINS - 1, place));
    bins[kept] = (bins[kept] ?? 0) + 1;
  }
  return bins;
}
