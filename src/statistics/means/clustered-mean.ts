import type { ConfidenceOptions } from "../interval.ts";
import { needFinite } from "../need-finite.ts";
import { errorOf, type MeanEstimate, meanOf, tInterval } from "./mean-interval.ts";
import { sumOf } from "./sums.ts";

/** A value of a case that belongs with others: the same document, the same customer, the same template. */
export interface ClusteredValue {
  readonly value: number;
  readonly cluster: string;
  /** Of the case, so that a mistake can be reported with its name. */
  readonly id?: string;
}

export interface ClusteredMean extends MeanEstimate {
  readonly clusters: number;
  /** The standard error without the correction for few clusters. */
  readonly uncorrectedError: number | null;
  /** How many times larger the variance is than without clusters; null where that is nothing. */
  readonly designEffect: number | null;
}

/**
 * Mean of values that come in clusters: the standard error by clusters (CR1), t with one degree less than there are
 * clusters. Null without a value; one cluster has no interval.
 */
export function clusteredMean(
  values: readonly ClusteredValue[],
  options?: ConfidenceOptions,
): ClusteredMean | null {
  const plain = values.map(({ value }) => value);
  needFinite(plain, "values of a mean");
  const naive = meanOf(plain);
  if (naive === null) return null;
  const { mean, n } = naive;
  const groups = Map.groupBy(values, needCluster);
  const clusters = groups.size;
  const nothing = { standardError: null, degrees: null, interval: null };
  if (clusters < 2) {
    return { mean, n, ...nothing, clusters, uncorrectedError: null, designEffect: null };
  }
  const offs = Array.from(groups.values(), (group) =>
    sumOf(group.map(({ value }) => value - mean)),
  );
  const uncorrected = sumOf(offs.map((off) => off * off)) / (n * n);
  const variance = (uncorrected * clusters) / (clusters - 1);
  const standardError = errorOf(variance, plain);
  const degrees = clusters - 1;
  const naiveError = naive.standardError ?? 0;
  return {
    mean,
    n,
    standardError,
    degrees,
    interval: tInterval(mean, standardError, degrees, options),
    clusters,
    uncorrectedError: Math.sqrt(uncorrected),
    designEffect: naiveError === 0 ? null : variance / naiveError ** 2,
  };
}

function needCluster({ cluster, id }: ClusteredValue, index: number): string {
  if (typeof cluster === "string" && cluster !== "") return cluster;
  const which = id === undefined ? `number ${index + 1}` : `"${id}"`;
  throw new RangeError(`every case needs a cluster where one has it, and case ${which} has none`);
}
