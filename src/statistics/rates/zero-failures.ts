import { type ConfidenceOptions, usualConfidence } from "../interval.ts";
import { needProbability } from "../need-finite.ts";

/** How high the rate of failures may still be after n trials without one; null without a trial. Near 3/n. */
export function zeroFailuresBound(n: number, options?: ConfidenceOptions): number | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  needTrials(n);
  return n === 0 ? null : -Math.expm1(Math.log1p(-confidence) / n);
}

/** The rule of three: the same bound in one's head. */
export function ruleOfThree(n: number): number | null {
  needTrials(n);
  return n === 0 ? null : Math.min(1, 3 / n);
}

/** How many trials without a failure show that the rate of failures is under `rate`. */
export function zeroFailuresNeeded(rate: number, options?: ConfidenceOptions): number {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  needProbability(rate, "the rate");
  return Math.ceil(Math.log1p(-confidence) / Math.log1p(-rate));
}

function needTrials(n: number): void {
  if (!Number.isInteger(n) || n < 0) throw new RangeError(`${n} trials cannot be counted`);
}
