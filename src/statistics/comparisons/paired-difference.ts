import { isNear, sizeOf } from "../../core/numbers/is-near.ts";
import { tTwoSided } from "../distributions/student-t.ts";
import type { ConfidenceOptions } from "../interval.ts";
import { type ClusteredMean, clusteredMean } from "../means/clustered-mean.ts";
import { type MeanEstimate, meanOf, tInterval } from "../means/mean-interval.ts";
import { squaresAbout, sumOf } from "../means/sums.ts";

/** One case under both agents: its score, or the share of its trials that passed. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  /** Cases that belong together; all pairs have one, or none has. */
  readonly cluster?: string | undefined;
  /** Of the case, so that a mistake can be reported with its name. */
  readonly id?: string;
}

/** The mean of B − A: what B changed. */
export interface PairedDifference extends MeanEstimate, Together {
  readonly t: number | null;
  /** By Student's t; null where there is no spread, or none that can be known. */
  readonly p: number | null;
  /** Null where no cluster was declared. */
  readonly clusters: number | null;
}

interface Together {
  /** What the standard error would be if the cases were different ones: what pairing gains. */
  readonly unpairedError: number | null;
  readonly correlation: number | null;
}

/** The difference on the same cases, with its t interval; by clusters (CR1) where the cases have them. Null without a pair. */
export function pairedDifference(
  pairs: readonly Pair[],
  options?: ConfidenceOptions,
): PairedDifference | null {
  const difference = differenceOf(pairs, options);
  return difference === null ? null : { ...difference, ...together(pairs) };
}

/** The difference alone, without what pairing gains: half of the work where there are very many cases. */
export function differenceOf(
  pairs: readonly Pair[],
  options?: ConfidenceOptions,
): Omit<PairedDifference, keyof Together> | null {
  needPairs(pairs);
  const clustered = isClustered(pairs);
  const estimate: (MeanEstimate & Partial<ClusteredMean>) | null = clustered
    ? clusteredMean(pairs.map(toDifference), options)
    : meanOf(pairs.map(changeOf), options);
  if (estimate === null) return null;
  const { n, degrees } = estimate;
  // differences have as much of rounding as what they are differences of, which may be far larger
  const size = sizeOf(pairs.flatMap(({ a, b }) => [a, b]));
  const mean = isNear(estimate.mean, 0, size) ? 0 : estimate.mean;
  const standardError =
    estimate.standardError !== null && isNear(estimate.standardError, 0, size)
      ? 0
      : estimate.standardError;
  const isKnown = standardError !== null && degrees !== null;
  const t = isKnown && standardError !== 0 ? mean / standardError : null;
  return {
    mean,
    n,
    standardError,
    degrees,
    interval: isKnown ? tInterval(mean, standardError, degrees, options) : null,
    t,
    p: t === null || degrees === null ? null : tTwoSided(t, degrees),
    clusters: estimate.clusters ?? null,
  };
}

/** What B changed in a case; nothing where only rounding tells them apart. */
export function changeOf({ a, b }: Pick<Pair, "a" | "b">): number {
  return isNear(a, b) ? 0 : b - a;
}

export function isClustered(pairs: readonly Pair[]): boolean {
  return pairs.some(({ cluster }) => cluster !== undefined);
}

function toDifference({ a, b, cluster, id }: Pair) {
  return { value: changeOf({ a, b }), cluster: cluster ?? "", ...(id === undefined ? {} : { id }) };
}

/** Told with the case's name: among thousands a place in a list is hard to find. */
function needPairs(pairs: readonly Pair[]): void {
  const index = pairs.findIndex(({ a, b }) => !(Number.isFinite(a) && Number.isFinite(b)));
  const wrong = pairs[index];
  if (wrong === undefined) return;
  const which = wrong.id === undefined ? `number ${index + 1}` : `"${wrong.id}"`;
  throw new RangeError(
    `both values of a case must be finite numbers, and case ${which} has ${wrong.a} and ${wrong.b}`,
  );
}

function together(pairs: readonly Pair[]): Together {
  const as = pairs.map(({ a }) => a);
  const bs = pairs.map(({ b }) => b);
  const n = as.length;
  if (n < 2) return { unpairedError: null, correlation: null };
  const [meanA, meanB] = [sumOf(as) / n, sumOf(bs) / n];
  const [squaresA, squaresB] = [squaresAbout(as, meanA), squaresAbout(bs, meanB)];
  const products = sumOf(as.map((a, i) => (a - meanA) * ((bs[i] ?? 0) - meanB)));
  const scale = Math.sqrt(squaresA * squaresB);
  return {
    unpairedError: Math.sqrt((squaresA + squaresB) / (n - 1) / n),
    correlation: scale === 0 ? null : Math.max(-1, Math.min(1, products / scale)),
  };
}
