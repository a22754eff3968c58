import { normalQuantile } from "../distributions/normal.ts";
import { casesNeeded, type PlannedSpread, type PowerOptions, pairsNeeded } from "./power.ts";

/**
 * How many cases to run so that a difference of this size is found at least as often as asked for. `casesNeeded` takes
 * the spread for known; a plan has it from an earlier run, and the t test estimates it once more. So a quarter of what
 * may be missed is kept in reserve: for 80 % it plans for 85 %.
 */
export function plannedCases(difference: number, spread: PlannedSpread): number {
  return rounded(casesNeeded(difference, { ...spread, power: withReserve(spread) }), spread);
}

/** The same for verdicts of one trial each, from the share of cases that come out differently. Null where so few could not differ by so much. */
export function plannedPairs(
  discordant: number,
  difference: number,
  options: PowerOptions = {},
): number | null {
  const reserved = { ...options, power: withReserve(options) };
  const pairs = pairsNeeded(discordant, difference, reserved);
  return pairs === null ? null : rounded(pairs, options);
}

function withReserve({ power = 0.8 }: PowerOptions): number {
  return power + (1 - power) / 4;
}

/** Student's t reaches further than the normal distribution, by about two cases. */
function rounded(cases: number, { alpha = 0.05 }: PowerOptions): number {
  return Math.max(2, Math.ceil(cases + normalQuantile(1 - alpha / 2) ** 2 / 2));
}
