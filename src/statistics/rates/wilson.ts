import { normalQuantile } from "../distributions/normal.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needCounts, needProbability } from "../need-finite.ts";

/**
 * Wilson's interval of a rate, the house's default for everything that passes or fails. Null where there is too
 * little to speak of one: fewer than two.
 *
 * @example wilson(18, 20) // [0.699, 0.972]
 */
export function wilson(passed: number, of: number, options?: ConfidenceOptions): Interval | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  return wilsonAt(passed, of, normalQuantile((1 + confidence) / 2));
}

/** One bound at a time: with 95 % confidence the rate is at least the lower one; and so for the upper one. */
export function wilsonBounds(
  passed: number,
  of: number,
  options?: ConfidenceOptions,
): { readonly lower: number; readonly upper: number } | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  const interval = wilsonAt(passed, of, normalQuantile(confidence));
  return interval === null ? null : { lower: interval[0], upper: interval[1] };
}

/** At so many standard errors. */
export function wilsonAt(passed: number, of: number, z: number): Interval | null {
  needCounts(passed, of, "a rate");
  if (of < 2) return null;
  return wilsonOfShare(passed / of, of, z);
}

/** The same for a mean of values between 0 and 1, which spread no more than passes and failures with that mean do. */
export function wilsonOfShare(share: number, of: number, z: number): Interval {
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const middle = share + (z * z) / (2 * of);
  const scale = 1 + (z * z) / of;
  const low = share === 0 ? 0 : (middle - spread) / scale;
  const high = share === 1 ? 1 : (middle + spread) / scale;
  return [low, high];
}
