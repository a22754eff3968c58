import { bonettPrice } from "../comparisons/bonett-price.ts";
import type { CompareOptions, PairedComparison } from "../comparisons/compare-paired.ts";
import type { Interval } from "../interval.ts";
import { decide, decidingBound, type GateResult } from "./comparison.ts";

export interface NoWorseOptions extends Pick<CompareOptions, "better"> {
  /** The comparison in which what was not evaluated counts against B, and the one in which it counts for it. */
  readonly worst?: PairedComparison | null;
  readonly best?: PairedComparison | null;
}

/**
 * Whether B is no worse than A by more than a margin: by the two-sided 95 % interval of the paired difference. Not
 * worse is met, worse is not met, and what the interval leaves open is undecided.
 */
export function noWorseGate(
  comparison: PairedComparison | null,
  margin: number,
  { better = "higher", worst = comparison, best = comparison }: NoWorseOptions = {},
): GateResult {
  if (!(margin >= 0 && Number.isFinite(margin))) {
    throw new RangeError(`a margin is 0 or more, not ${margin}`);
  }
  if (comparison === null)
    return { outcome: "undecided", estimate: null, bound: null, needed: null };
  const { estimate } = comparison.difference;
  const [against, inFavour] = better === "higher" ? [worst, best] : [best, worst];
  const lower = intervalOf(against)?.[0] ?? null;
  const upper = intervalOf(inFavour)?.[1] ?? null;
  const bounds = { lower, upper };
  const gate =
    better === "higher"
      ? ({ operator: ">", threshold: -margin } as const)
      : ({ operator: "<", threshold: margin } as const);
  const outcome = decide(bounds, gate);
  const away = estimate - gate.threshold;
  const open = outcome === "undecided" && lower !== null && upper !== null && away !== 0;
  const half = away > 0 ? estimate - (lower ?? 0) : (upper ?? 0) - estimate;
  return {
    outcome,
    estimate,
    bound: decidingBound(bounds, gate, outcome),
    needed: open ? Math.ceil(comparison.a.n * (half / away) ** 2) : null,
  };
}

/** Verdicts that are all the same still have an interval, by which identical runs are no worse than each other. */
function intervalOf(comparison: PairedComparison | null): Interval | null {
  if (comparison === null) return null;
  const { difference, a, b, wins, losses } = comparison;
  if (difference.interval !== null || difference.method !== "mcnemar-midp") {
    return difference.interval;
  }
  const up = b.mean >= a.mean ? Math.max(wins, losses) : Math.min(wins, losses);
  return bonettPrice({ wins: up, losses: wins + losses - up, n: a.n });
}
