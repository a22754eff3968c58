import { mcnemar } from "../comparisons/mcnemar.ts";

export type Preference = "A" | "B" | "tie";

/** What a judge said of one pair of answers when A stood first, and when B did. */
export interface SwappedVerdicts {
  readonly aFirst: Preference;
  readonly bFirst: Preference;
}

export interface PositionSwap {
  /** Share of pairs on which the judge says the same in both orders. */
  readonly consistency: number;
  readonly winsA: number;
  readonly winsB: number;
  /** A verdict that changes with the order is none. */
  readonly ties: number;
  /** A's share, ties counted half. */
  readonly winRateA: number;
  /** How often what stood first was preferred, and how likely that is without a liking for it. Null without a preference. */
  readonly firstPreferred: { readonly rate: number; readonly p: number } | null;
}

/** Answers compared in both orders: only what holds in both counts. Null without a pair. */
export function positionSwap(pairs: readonly SwappedVerdicts[]): PositionSwap | null {
  if (pairs.length === 0) return null;
  const same = pairs.filter(({ aFirst, bFirst }) => aFirst === bFirst);
  const winsA = same.filter(({ aFirst }) => aFirst === "A").length;
  const winsB = same.filter(({ aFirst }) => aFirst === "B").length;
  const ties = pairs.length - winsA - winsB;
  const slots = pairs.flatMap(({ aFirst, bFirst }) => [
    { said: aFirst, first: "A" },
    { said: bFirst, first: "B" },
  ]);
  const preferred = slots.filter(({ said }) => said !== "tie");
  const first = preferred.filter((slot) => slot.said === slot.first).length;
  return {
    consistency: same.length / pairs.length,
    winsA,
    winsB,
    ties,
    winRateA: (winsA + ties / 2) / pairs.length,
    firstPreferred:
      preferred.length === 0
        ? null
        : {
            rate: first / preferred.length,
            p: mcnemar(first, preferred.length - first).exact,
          },
  };
}
