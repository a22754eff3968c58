import { averageOf } from "../../statistics/means/sums.ts";
import { type BettingProcess, bettingProcess } from "../../statistics/sequential/betting.ts";
import type { MeasuredGate } from "../gates/gate-request.ts";
import type { FigureOf } from "../gates/gated-values.ts";
import type { ComparedGate } from "../gates/parse-gate.ts";
import type { SequentialGate } from "./sequential-look.ts";

type Range = readonly [lowest: number, highest: number];

/** One value of the sequence: what it is, and what it might be at least and at most. */
interface Bounded {
  readonly value: number | null;
  readonly least: number;
  readonly most: number;
}

/** A mean by bets against its threshold. Null where the threshold is at an end of the range, or beyond. */
export function sequentialMean(
  gate: ComparedGate,
  figureOf: FigureOf,
  range: Range,
): SequentialGate | null {
  const bets = meanBets({ threshold: gate.threshold, range, alpha: 0.05 });
  if (bets === null) return null;
  const isFloor = gate.operator.startsWith(">");
  const outcomeOf = (): SequentialGate["outcome"] =>
    bets.side === null ? "undecided" : (bets.side === "above") === isFloor ? "met" : "not-met";
  return {
    get outcome() {
      return outcomeOf();
    },
    add(each) {
      const found = figureOf(each);
      if (found === undefined) return;
      const { value, ends } = found;
      bets.add({
        value,
        least: ends?.[0] ?? value ?? range[0],
        most: ends?.[1] ?? value ?? range[1],
      });
    },
    measured: () => bets.measured(outcomeOf(), isFloor),
  };
}

export interface MeanBets {
  add(each: Bounded): void;
  /** Where the mean is shown to lie, once it is. */
  readonly side: "above" | "below" | null;
  measured(outcome: SequentialGate["outcome"], isFloor: boolean): MeasuredGate;
}

interface Asked {
  readonly threshold: number;
  readonly range: Range;
  /** False alarms that are borne for each side. */
  readonly alpha: number;
}

/** Two gamblers: one takes what is not known at its worst, and may show that the mean is above; the other, below. */
export function meanBets({ threshold, range, alpha }: Asked): MeanBets | null {
  const [lowest, highest] = range;
  if (!(threshold > lowest && threshold < highest)) return null;
  const low = bettingProcess({ threshold, range, alpha });
  const high = bettingProcess({ threshold, range, alpha });
  const seen: Bounded[] = [];
  let side: MeanBets["side"] = null;
  return {
    get side() {
      return side;
    },
    add(each) {
      if (side !== null) return;
      seen.push(each);
      low.add(clamped(each.least, range));
      high.add(clamped(each.most, range));
      if (low.above >= 1 / alpha) side = "above";
      else if (high.below >= 1 / alpha) side = "below";
    },
    measured(outcome, isFloor) {
      const known = seen.flatMap(({ value }) => value ?? []);
      const isLower = isFloor === (outcome !== "not-met");
      return {
        outcome,
        estimate: known.length === 0 ? null : averageOf(known),
        bound: boundOf(seen, { range, alpha, isLower }),
        needed: outcome === "undecided" ? neededFor(seen.length, alpha, low, high) : null,
        cases: seen.length,
        notEvaluated: seen.filter(({ value, least, most }) => value === null || least !== most)
          .length,
      };
    },
  };
}

function clamped(value: number, [lowest, highest]: Range): number {
  return Math.min(highest, Math.max(lowest, value));
}

/** Evidence grows by about as much a case, so that as many more are needed as it is short of the bar. */
function neededFor(
  cases: number,
  alpha: number,
  low: BettingProcess,
  high: BettingProcess,
): number | null {
  const evidence = Math.log(Math.max(low.above, high.below));
  return evidence > 0 ? Math.ceil((cases * Math.log(1 / alpha)) / evidence) : null;
}

/** The last threshold that would have been refused: found by halves, since bets against a lower one always win more. */
function boundOf(
  seen: readonly Bounded[],
  { range, alpha, isLower }: Omit<Asked, "threshold"> & { readonly isLower: boolean },
): number | null {
  if (seen.length < 2) return null;
  const isRefused = (threshold: number) => {
    const bets = bettingProcess({ threshold, range, alpha });
    for (const { least, most } of seen) bets.add(clamped(isLower ? least : most, range));
    return (isLower ? bets.above : bets.below) >= 1 / alpha;
  };
  let [low, high] = range;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isRefused(middle) === isLower) low = middle;
    else high = middle;
  }
  return isLower ? low : high;
}

/** Finer than anybody reads. */
const STEPS = 30;
