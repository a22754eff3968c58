import type { CaseRow } from "../core/folds/case-row.ts";
import { normalQuantile } from "../statistics/distributions/normal.ts";
import { type Interval, usualConfidence, withinRange } from "../statistics/interval.ts";
import { clusteredMean } from "../statistics/means/clustered-mean.ts";
import { sumOf } from "../statistics/means/sums.ts";
import { wilson, wilsonOfShare } from "../statistics/rates/wilson.ts";
import { clusterOf } from "./case-values.ts";

/** A share of cases, with what it says of all the cases that were not asked. */
export interface PassRate {
  readonly passed: number;
  /** Cases with a verdict. */
  readonly of: number;
  /** 95 %: Wilson's, or by clusters where any case belongs to one. Null for fewer than two of what is counted. */
  readonly interval: Interval | null;
  /** How many clusters the cases are in; null where none declares one. */
  readonly clusters: number | null;
}

type Counted = Pick<CaseRow, "evalSetId" | "evalId" | "cluster">;

/** The share of cases that passed, of those that were evaluated. */
export function passRateOf(cases: readonly (Counted & Pick<CaseRow, "status">)[]): PassRate {
  const known = cases.filter(({ status }) => status !== "not-evaluated");
  return shareOf(known, ({ status }) => status === "passed");
}

/** The share of cases of which this holds. */
export function shareOf<Case extends Counted>(
  cases: readonly Case[],
  holds: (each: Case) => boolean,
): PassRate {
  const values = cases.map((each) => (holds(each) ? 1 : 0));
  const [passed, of] = [sumOf(values), values.length];
  if (cases.every(({ cluster }) => cluster === undefined)) {
    return { passed, of, interval: wilson(passed, of), clusters: null };
  }
  const found = clusteredMean(
    cases.map((each, at) => ({ value: values[at] ?? 0, cluster: clusterOf(each) })),
  );
  const clusters = found?.clusters ?? 0;
  const interval = withinRange(found?.interval ?? null, [0, 1]);
  return { passed, of, clusters, interval: interval ?? withoutSpread(passed / of, clusters) };
}

const z = normalQuantile((1 + usualConfidence) / 2);

/** Clusters that are all alike say as much as so many cases would. */
function withoutSpread(share: number, clusters: number): Interval | null {
  return clusters < 2 ? null : wilsonOfShare(share, clusters, z);
}
