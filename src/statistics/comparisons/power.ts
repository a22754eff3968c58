import { normalQuantile } from "../distributions/normal.ts";
import { needCount, needFinite, needProbability } from "../need-finite.ts";

export interface PowerOptions {
  /** False alarms that are borne, two-sided: 0.05 when left out. */
  readonly alpha?: number | undefined;
  /** How often a difference that is there shall be found: 0.8 when left out. */
  readonly power?: number | undefined;
}

/** What makes differences on the same cases spread. `trialsWithinCases` of an earlier run tells it. */
export interface PlannedSpread extends PowerOptions {
  /** Variance of the cases' true differences. */
  readonly betweenCases: number;
  /** Variance of the trials of one case, of each side. */
  readonly withinA?: number;
  readonly withinB?: number;
  readonly trialsA?: number;
  readonly trialsB?: number;
}

/** How many cases show a difference of this size. Rounded up it is what to run. */
export function casesNeeded(difference: number, spread: PlannedSpread): number {
  needDifference(difference);
  return (reach(spread) ** 2 * varianceOf(spread)) / difference ** 2;
}

/** The smallest difference that so many cases would show. Null for fewer than two, and where nothing spreads. */
export function detectableDifference(cases: number, spread: PlannedSpread): number | null {
  needCount(cases, "the number of cases");
  const variance = varianceOf(spread);
  return cases < 2 || variance === 0 ? null : reach(spread) * Math.sqrt(variance / cases);
}

/** The same from a standard error that is known. */
export function detectableWith(standardError: number, options?: PowerOptions): number {
  needFinite([standardError], "standard errors");
  return reach(options) * standardError;
}

/** How many cases each of two runs on different cases needs, to tell these two rates apart. */
export function unpairedCasesNeeded(one: number, two: number, options?: PowerOptions): number {
  needProbability(one, "a rate");
  needProbability(two, "a rate");
  needDifference(one - two);
  const middle = (one + two) / 2;
  const [far, near] = quantiles(options);
  const sum =
    far * Math.sqrt(2 * middle * (1 - middle)) +
    near * Math.sqrt(one * (1 - one) + two * (1 - two));
  return sum ** 2 / (one - two) ** 2;
}

/** How many pairs McNemar's test needs (Connor), when a share of them is discordant. Null where so few could not differ by so much. */
export function pairsNeeded(
  discordant: number,
  difference: number,
  options?: PowerOptions,
): number | null {
  needProbability(discordant, "the share of discordant pairs");
  needDifference(difference);
  if (Math.abs(difference) > discordant) return null;
  const [far, near] = quantiles(options);
  const sum = far * Math.sqrt(discordant) + near * Math.sqrt(discordant - difference ** 2);
  return sum ** 2 / difference ** 2;
}

function varianceOf(spread: PlannedSpread): number {
  const { betweenCases, withinA = 0, withinB = 0, trialsA = 1, trialsB = 1 } = spread;
  const variance = betweenCases + withinA / trialsA + withinB / trialsB;
  if (variance >= 0 && Number.isFinite(variance)) return variance;
  throw new RangeError("a plan needs variances of 0 or more, and one trial or more");
}

/** How many standard errors a difference must be, so that it is found as often as asked for. */
function reach(options?: PowerOptions): number {
  const [far, near] = quantiles(options);
  return far + near;
}

function quantiles({ alpha = 0.05, power = 0.8 }: PowerOptions = {}): readonly [number, number] {
  needProbability(alpha, "alpha");
  needProbability(power, "the power");
  return [normalQuantile(1 - alpha / 2), normalQuantile(power)];
}

function needDifference(difference: number): void {
  if (difference !== 0 && Number.isFinite(difference)) return;
  throw new RangeError(`a difference of ${difference} cannot be planned for`);
}
