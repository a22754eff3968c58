import { logBeta } from "../distributions/log-beta.ts";
import { needProbability } from "../need-finite.ts";

/**
 * How much what was seen speaks against a rate of `p0`, however often one looks: at 20 the rate is refused with 5 %
 * of false alarms at most, over all looks together. A bet on every other rate at once (the Beta mixture).
 *
 * Counts may be fractions: a case of five trials of which three passed counts 0.6 and 0.4, since trials of one case
 * are no cases of their own.
 */
export function eValue(passed: number, failed: number, p0: number): number {
  return Math.exp(logEValue(passed, failed, p0));
}

export function logEValue(passed: number, failed: number, p0: number): number {
  needProbability(p0, "the rate that is doubted");
  if (!(passed >= 0 && failed >= 0 && Number.isFinite(passed + failed))) {
    throw new RangeError(`${passed} passed and ${failed} failed cannot be counted`);
  }
  return logBeta(1 + passed, 1 + failed) - passed * Math.log(p0) - failed * Math.log1p(-p0);
}

/** How much discordant pairs speak against two agents being alike, however often one looks: stop at 20. */
export function pairedEValue(wins: number, losses: number): number {
  return eValue(wins, losses, 0.5);
}

/** Evidence of runs that have nothing to do with each other multiplies. */
export function combineEValues(values: readonly number[]): number {
  const wrong = values.find((value) => !(value >= 0));
  if (wrong !== undefined) throw new RangeError(`${wrong} is no e-value`);
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0));
}
