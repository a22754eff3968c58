import type { TableCase } from "../core/folds/run-table.ts";
import { type Interval, withinRange } from "../statistics/interval.ts";
import { clusteredMean } from "../statistics/means/clustered-mean.ts";
import { type MeanEstimate, meanOf } from "../statistics/means/mean-interval.ts";
import { clusterOf } from "./case-values.ts";

/** A figure of a case. */
export interface CaseValue extends Pick<TableCase, "evalSetId" | "evalId" | "cluster"> {
  readonly value: number;
}

/** Where the figure itself can lie. */
export interface ValueRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The mean over cases, and how sure it is: by clusters where any case belongs to one. Null without a case. */
export function meanOfCases(
  values: readonly CaseValue[],
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: ValueRange = {},
): Pick<MeanEstimate, "mean" | "n" | "interval"> | null {
  const isClustered = values.some(({ cluster }) => cluster !== undefined);
  const found = isClustered
    ? clusteredMean(values.map((each) => ({ value: each.value, cluster: clusterOf(each) })))
    : meanOf(values.map(({ value }) => value));
  if (found === null) return null;
  const { mean, n } = found;
  const range: Interval = [min, max];
  return { mean, n, interval: withinRange(found.interval, range) };
}
