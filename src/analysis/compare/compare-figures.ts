import type { ComparedFigure } from "../../core/analysis/comparison.ts";
import type { Direction } from "../../core/verdict.ts";
import {
  comparePaired,
  type PairedComparison,
} from "../../statistics/comparisons/compare-paired.ts";
import type { Pair } from "../../statistics/comparisons/paired-difference.ts";
import { clusterOf } from "../case-values.ts";
import type { CasePair } from "./pair-cases.ts";

/** The value of a case in each run; null where it has none. */
interface PairValues {
  readonly a: number | null;
  readonly b: number | null;
}

interface FigureRequest {
  readonly pairs: readonly CasePair[];
  readonly valuesOf: (pair: CasePair) => PairValues;
  readonly direction: Direction;
  /** True where each value is one verdict, or one score, and not a mean over trials. */
  readonly single: boolean;
}

/** A rate or a mean on the cases that have a value in both runs; null without one. */
export function compareFigure(request: FigureRequest): PairedComparison | null {
  const { pairs, valuesOf, direction, single } = request;
  const clustered = pairs.some(({ a, b }) => (b.cluster ?? a.cluster) !== undefined);
  const values: Pair[] = [];
  for (const pair of pairs) {
    const { a, b } = valuesOf(pair);
    if (a === null || b === null) continue;
    const cluster = pair.b.cluster ?? pair.a.cluster;
    values.push(clustered ? { a, b, cluster: clusterOf({ ...pair.b, cluster }) } : { a, b });
  }
  // shares that happen to be all or nothing are still shares of several trials
  return comparePaired(values, { better: direction, ...(single ? {} : { verdicts: false }) });
}

/** As reports have it. */
export function comparedFigure(
  compared: PairedComparison | null,
  pAdjusted: number | null,
): ComparedFigure {
  if (compared === null) return nothingCompared;
  const { a, b, difference, wins, losses, ties, detectable } = compared;
  return { a, b, difference: { ...difference, pAdjusted }, wins, losses, ties, detectable };
}

const nobody = { mean: null, n: 0, interval: null };

const nothingCompared: ComparedFigure = {
  a: nobody,
  b: nobody,
  difference: { estimate: null, interval: null, p: null, pAdjusted: null, method: "none" },
  wins: 0,
  losses: 0,
  ties: 0,
  detectable: null,
};
