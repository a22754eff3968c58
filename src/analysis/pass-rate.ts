import type { PassRate } from "../core/analysis/pass-rate.ts";
import type { CaseRow } from "../core/folds/case-row.ts";
import type { TagTotal } from "../core/folds/tag-totals.ts";
import { normalQuantile } from "../statistics/distributions/normal.ts";
import { type Interval, usualConfidence, withinRange } from "../statistics/interval.ts";
import { clusteredMean } from "../statistics/means/clustered-mean.ts";
import { sumOf } from "../statistics/means/sums.ts";
import { wilson, wilsonOfShare } from "../statistics/rates/wilson.ts";
import { clusterOf } from "./case-values.ts";

type Counted = Pick<CaseRow, "evalSetId" | "evalId" | "cluster">;

/** The share of cases that passed, of those that were evaluated. */
export function passRateOf(cases: readonly (Counted & Pick<CaseRow, "status">)[]): PassRate {
  const known = cases.filter(({ status }) => status !== "not-evaluated");
  return shareOf(known, ({ status }) => status === "passed");
}

/** The share of a tag's cases that passed. A case that belongs to nothing stands for itself. */
export function passRateOfTag({ passed, failed, clusters = new Map() }: TagTotal): PassRate {
  const counts = [...clusters].map(([cluster, each]) => ({ cluster, ...each }));
  const alone = passed - sumOf(counts.map((each) => each.passed));
  const ofAlone = passed + failed - sumOf(counts.map((each) => each.of));
  const cases = [...counts, { cluster: undefined, passed: alone, of: ofAlone }].flatMap(
    (each, group) =>
      Array.from({ length: each.of }, (_, at) => ({
        evalSetId: `${group}`,
        evalId: `${at}`,
        cluster: each.cluster,
        isPassed: at < each.passed,
      })),
  );
  return shareOf(cases, ({ isPassed }) => isPassed);
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
