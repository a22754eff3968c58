import { isNear } from "../../core/numbers/is-near.ts";
import { bonettPriceAt } from "../comparisons/bonett-price.ts";
import type { CompareOptions, PairedComparison } from "../comparisons/compare-paired.ts";
import { normalQuantile } from "../distributions/normal.ts";
import { tQuantile } from "../distributions/student-t.ts";
import { type Interval, usualConfidence } from "../interval.ts";
import {
  decide,
  decidingBound,
  type GateBounds,
  type GateComparison,
  type GateOptions,
  type GateResult,
} from "./comparison.ts";
import { leastThat } from "./least-that.ts";

export interface NoWorseOptions extends Pick<CompareOptions, "better">, Pick<GateOptions, "by"> {
  /** The comparison in which what was not evaluated counts against B, and the one in which it counts for it. */
  readonly worst?: PairedComparison | null;
  readonly best?: PairedComparison | null;
  /** How many clusters the cases are in, where they are in any: by it, more cases are more clusters. */
  readonly clusters?: number;
  /** How far apart two values can lie: by it, values that all differ alike still have an interval. */
  readonly apart?: number;
}

/**
 * Whether B is no worse than A by more than a margin: by the two-sided 95 % interval of the paired difference. Not
 * worse is met, worse is not met, and what the interval leaves open is undecided.
 */
export function noWorseGate(
  comparison: PairedComparison | null,
  margin: number,
  options: NoWorseOptions = {},
): GateResult {
  const { better = "higher", by = "bound", worst = comparison, best = comparison } = options;
  if (!(margin >= 0 && Number.isFinite(margin))) {
    throw new RangeError(`a margin is 0 or more, not ${margin}`);
  }
  if (comparison === null) {
    return { outcome: "undecided", estimate: null, bound: null, needed: null };
  }
  const { estimate } = comparison.difference;
  const [against, inFavour] = better === "higher" ? [worst, best] : [best, worst];
  const bounds: GateBounds = {
    lower: intervalOf(against, options.apart)?.[0] ?? null,
    upper: intervalOf(inFavour, options.apart)?.[1] ?? null,
  };
  const ends = {
    lower: against?.difference.estimate ?? null,
    upper: inFavour?.difference.estimate ?? null,
  };
  const gate =
    better === "higher"
      ? ({ operator: ">=", threshold: -margin } as const)
      : ({ operator: "<=", threshold: margin } as const);
  const outcome = decide(by === "point" ? ends : bounds, gate);
  const isOpen = outcome === "undecided" && by === "bound";
  return {
    outcome,
    estimate,
    bound: decidingBound(bounds, gate, outcome),
    needed: isOpen ? casesThatDecide(comparison, gate, { ...options, all: worst?.a.n ?? 0 }) : null,
  };
}

const MOST = 2 ** 30;

/** As many as bring an end of the interval to the margin, when differences come as often as they do now. */
function casesThatDecide(
  comparison: PairedComparison,
  gate: GateComparison,
  options: Pick<NoWorseOptions, "apart" | "clusters"> & { readonly all: number },
): number | null {
  const { n } = comparison.a;
  if (isNear(comparison.difference.estimate, gate.threshold) || n < 2) return null;
  const decides = (cases: number) => {
    const [lower, upper] = intervalWith(cases, comparison, options) ?? [null, null];
    return decide({ lower, upper }, gate) !== "undecided";
  };
  return leastThat(decides, { from: Math.max(n, options.all), most: MOST });
}

/** The interval that so many cases of this kind would have. */
function intervalWith(
  cases: number,
  comparison: PairedComparison,
  { apart, clusters }: Pick<NoWorseOptions, "apart" | "clusters">,
): Interval | null {
  const { interval, estimate, method } = comparison.difference;
  if (interval === null || method === "mcnemar-midp") return widened(comparison, cases, apart);
  const { n } = comparison.a;
  const units = method === "clustered-t" ? clusters : n;
  // clusters that nobody counted keep the quantile that they have
  const narrowed =
    units === undefined ? 1 : quantileOf(Math.floor((units / n) * cases)) / quantileOf(units);
  const shrunk = (end: number) => estimate + (end - estimate) * narrowed * Math.sqrt(n / cases);
  return [shrunk(interval[0]), shrunk(interval[1])];
}

function quantileOf(cases: number): number {
  return tQuantile((1 + usualConfidence) / 2, cases - 1);
}

/** What is all the same still has an interval, by which identical runs are no worse than each other. */
function intervalOf(
  comparison: PairedComparison | null,
  apart: number | undefined,
): Interval | null {
  if (comparison === null) return null;
  return comparison.difference.interval ?? widened(comparison, comparison.a.n, apart);
}

const z = normalQuantile((1 + usualConfidence) / 2);

function widened(
  { a, b, wins, losses, difference }: PairedComparison,
  n: number,
  apart: number | undefined,
): Interval | null {
  const { method, estimate } = difference;
  if (a.n < 2 || method === "clustered-t") return null;
  if (method === "mcnemar-midp") {
    const up = b.mean >= a.mean ? Math.max(wins, losses) : Math.min(wins, losses);
    const times = n / a.n;
    return bonettPriceAt({ wins: up * times, losses: (wins + losses - up) * times, n }, z);
  }
  if (apart === undefined) return null;
  // as if each were a verdict, and none of them had changed
  const [low, high] = bonettPriceAt({ wins: 0, losses: 0, n }, z);
  return [estimate + low * apart, estimate + high * apart];
}
