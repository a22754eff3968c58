import { needFinite, needProbability } from "../need-finite.ts";

export interface BettingPlan {
  /** The mean that is asked about. */
  readonly threshold: number;
  /** Between which every value lies: scores 0 and 1, differences −1 and 1. */
  readonly range: readonly [lowest: number, highest: number];
  /** False alarms that are borne, over all looks together: 0.05 when left out. */
  readonly alpha?: number;
}

export interface BettingProcess {
  add(value: number): void;
  /** The most that ever spoke for a mean above the threshold; at 1 / alpha it is shown. */
  readonly above: number;
  /** And for one below it. */
  readonly below: number;
  /** `above` or `below` once it is shown; null until then. */
  readonly decided: "above" | "below" | null;
}

/**
 * Whether a mean lies above or below a threshold, looked at after every case: a gambler bets against the threshold,
 * by what was seen before, and is only rich where it is wrong (Waudby-Smith and Ramdas). It sees how little the values
 * spread, so it is far sooner done than the Beta mixture where most differences are zero. The order of the values is
 * part of it: fix it before the first look.
 */
export function bettingProcess(plan: BettingPlan): BettingProcess {
  const { threshold, range, alpha = 0.05 } = plan;
  const [lowest, highest] = range;
  needProbability(alpha, "alpha");
  needFinite(range, "the ends of a range");
  if (!(threshold > lowest && threshold < highest)) {
    throw new RangeError(
      `a threshold of ${threshold} does not lie between ${lowest} and ${highest}`,
    );
  }
  const mean = (threshold - lowest) / (highest - lowest);
  const bar = Math.log(1 / alpha);
  const seen = { count: 0, sum: 0.5, squares: 0.25 };
  const capital = { above: 0, below: 0 };
  const most = { above: 0, below: 0 };
  let decided: BettingProcess["decided"] = null;

  function add(value: number): void {
    if (!(value >= lowest && value <= highest)) {
      throw new RangeError(`${value} does not lie between ${lowest} and ${highest}`);
    }
    const x = (value - lowest) / (highest - lowest);
    const t = seen.count + 1;
    const variance = seen.squares / t;
    const stake = Math.sqrt((2 * bar) / (variance * t * Math.log(t + 1)));
    // half of what could be lost at most, so that no single case ends the game
    capital.above += Math.log1p(Math.min(stake, 0.5 / mean) * (x - mean));
    capital.below += Math.log1p(-Math.min(stake, 0.5 / (1 - mean)) * (x - mean));
    most.above = Math.max(most.above, capital.above);
    most.below = Math.max(most.below, capital.below);
    seen.count = t;
    seen.sum += x;
    seen.squares += (x - seen.sum / (t + 1)) ** 2;
    if (decided === null && most.above >= bar) decided = "above";
    if (decided === null && most.below >= bar) decided = "below";
  }

  return {
    add,
    get above() {
      return Math.exp(most.above);
    },
    get below() {
      return Math.exp(most.below);
    },
    get decided() {
      return decided;
    },
  };
}
