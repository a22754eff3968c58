import { solveIncreasing } from "../distributions/solve-increasing.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needProbability } from "../need-finite.ts";
import { logEValue } from "./e-value.ts";

/**
 * The interval of a rate that may be looked at after every case: all of them together hold the truth with 95 %. Wider
 * than Wilson's, which may be looked at once. Null for fewer than two. Counts may be fractions, as in `eValue`.
 */
export function confidenceSequence(
  passed: number,
  failed: number,
  options?: ConfidenceOptions,
): Interval | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  const bar = -Math.log(1 - confidence);
  if (passed + failed < 2) return null;
  const rate = passed / (passed + failed);
  const excess = (p: number) => logEValue(passed, failed, p) - bar;
  const slope = (p: number) => failed / (1 - p) - passed / p;
  const below = { low: 0, high: rate, slope: (p: number) => -slope(p) };
  return [
    passed === 0 ? 0 : solveIncreasing((p) => -excess(p), below),
    failed === 0 ? 1 : solveIncreasing(excess, { low: rate, high: 1, slope }),
  ];
}
