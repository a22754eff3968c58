import { isNear } from "../../core/numbers/is-near.ts";
import type { ConfidenceOptions } from "../interval.ts";
import { needFinite } from "../need-finite.ts";

/** How a gate compares, and with what: `{ operator: ">", threshold: 0.9 }`. */
export interface GateComparison {
  readonly operator: ">" | ">=" | "<" | "<=";
  readonly threshold: number;
}

export interface GateOptions extends ConfidenceOptions {
  /** "bound", when left out: by the end of the interval. "point": by the estimate itself, as ADK does. */
  readonly by?: "bound" | "point";
}

export type GateOutcome = "met" | "not-met" | "undecided";

export interface GateResult {
  readonly outcome: GateOutcome;
  /** Null where nothing was evaluated. */
  readonly estimate: number | null;
  /** The bound that decides or would: of the side that the gate asks about. */
  readonly bound: number | null;
  /** How many cases would decide it, if they came out like these. Null where it is decided, and where no number would. */
  readonly needed: number | null;
}

/** From where to where the figure may lie; a side that nobody knows is null. */
export interface GateBounds {
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Met when even the unlucky end is beyond the threshold, not met when even the lucky end is short of it. */
export function decide(bounds: GateBounds, comparison: GateComparison): GateOutcome {
  const { lower, upper } = bounds;
  const rises = isFloor(comparison);
  const [unlucky, lucky] = rises ? [lower, upper] : [upper, lower];
  if (unlucky !== null && holds(unlucky, comparison)) return "met";
  if (lucky !== null && !holds(lucky, comparison)) return "not-met";
  return "undecided";
}

/** What the gate looks at: the unlucky end, unless the lucky one has already decided it. */
export function decidingBound(
  { lower, upper }: GateBounds,
  comparison: GateComparison,
  outcome: GateOutcome,
): number | null {
  return isFloor(comparison) === (outcome !== "not-met") ? lower : upper;
}

/** By the estimate itself, as ADK does: nothing is undecided but what was not evaluated at all. */
export function pointGate(estimate: number | null, comparison: GateComparison): GateResult {
  needThreshold(comparison);
  if (estimate !== null) needFinite([estimate], "estimates");
  const outcome = decide({ lower: estimate, upper: estimate }, comparison);
  return { outcome, estimate, bound: estimate, needed: null };
}

/** What only rounding tells from the threshold is the threshold: three times 0.1 is not more than 0.3. */
export function holds(value: number, { operator, threshold }: GateComparison): boolean {
  if (isNear(value, threshold)) return operator === ">=" || operator === "<=";
  return operator === ">" || operator === ">=" ? value > threshold : value < threshold;
}

/** Whether more is asked for than the threshold, or less. */
export function isFloor({ operator }: GateComparison): boolean {
  return operator === ">" || operator === ">=";
}

export function needThreshold({ threshold }: GateComparison): void {
  if (!Number.isFinite(threshold)) throw new RangeError(`a gate cannot ask for ${threshold}`);
}
