import { bonettPrice } from "../comparisons/bonett-price.ts";
import type { CompareOptions, PairedComparison } from "../comparisons/compare-paired.ts";
import type { Interval } from "../interval.ts";
import {
  decide,
  decidingBound,
  type GateBounds,
  type GateOptions,
  type GateResult,
} from "./comparison.ts";

export interface NoWorseOptions extends Pick<CompareOptions, "better">, Pick<GateOptions, "by"> {
  /** The comparison in which what was not evaluated counts against B, and the one in which it counts for it. */
  readonly worst?: PairedComparison | null;
  readonly best?: PairedComparison | null;
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
    needed: isOpen ? casesThatDecide(comparison, bounds, gate.threshold) : null,
  };
}

/** As many as bring the nearer end of the interval to the margin, when the difference and its spread stay as they are. */
function casesThatDecide(
  { a, difference: { estimate } }: PairedComparison,
  { lower, upper }: GateBounds,
  threshold: number,
): number | null {
  const away = estimate - threshold;
  if (lower === null || upper === null || away === 0) return null;
  const half = away > 0 ? estimate - lower : upper - estimate;
  return Math.ceil(a.n * (half / away) ** 2);
}

/** What is all the same still has an interval, by which identical runs are no worse than each other. */
function intervalOf(
  comparison: PairedComparison | null,
  apart: number | undefined,
): Interval | null {
  if (comparison === null) return null;
  const { difference, a, b, wins, losses } = comparison;
  const { interval, method, estimate } = difference;
  if (interval !== null || a.n < 2 || method === "clustered-t") return interval;
  if (method === "mcnemar-midp") {
    const up = b.mean >= a.mean ? Math.max(wins, losses) : Math.min(wins, losses);
    return bonettPrice({ wins: up, losses: wins + losses - up, n: a.n });
  }
  if (apart === undefined) return null;
  // as if each were a verdict, and none of them had changed
  const [low, high] = bonettPrice({ wins: 0, losses: 0, n: a.n }) ?? [-1, 1];
  return [estimate + low * apart, estimate + high * apart];
}
