import { bonettPrice } from "../comparisons/bonett-price.ts";
import type { CompareOptions, PairedComparison } from "../comparisons/compare-paired.ts";
import type { Interval } from "../interval.ts";
import { decide, decidingBound, type GateOptions, type GateResult } from "./comparison.ts";

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
  if (comparison === null)
    return { outcome: "undecided", estimate: null, bound: null, needed: null };
  const { estimate } = comparison.difference;
  const [against, inFavour] = better === "higher" ? [worst, best] : [best, worst];
  const lower = intervalOf(against, options.apart)?.[0] ?? null;
  const upper = intervalOf(inFavour, options.apart)?.[1] ?? null;
  const bounds = { lower, upper };
  const gate =
    better === "higher"
      ? ({ operator: ">=", threshold: -margin } as const)
      : ({ operator: "<=", threshold: margin } as const);
  const ends = {
    lower: against?.difference.estimate ?? null,
    upper: inFavour?.difference.estimate ?? null,
  };
  const outcome = decide(by === "point" ? ends : bounds, gate);
  const away = estimate - gate.threshold;
  const isOpen = outcome === "undecided" && by === "bound";
  const open = isOpen && lower !== null && upper !== null && away !== 0;
  const half = away > 0 ? estimate - (lower ?? 0) : (upper ?? 0) - estimate;
  return {
    outcome,
    estimate,
    bound: decidingBound(bounds, gate, outcome),
    needed: open ? Math.ceil(comparison.a.n * (half / away) ** 2) : null,
  };
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
