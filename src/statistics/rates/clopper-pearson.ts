import { betaQuantile } from "../distributions/beta.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needCounts, needProbability } from "../need-finite.ts";

/** The exact interval of a rate: never less sure than it says, so the one for claims of safety. Null for fewer than two. */
export function clopperPearson(
  passed: number,
  of: number,
  options?: ConfidenceOptions,
): Interval | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  needCounts(passed, of, "a rate");
  if (of < 2) return null;
  const tail = (1 - confidence) / 2;
  return [
    passed === 0 ? 0 : betaQuantile(tail, passed, of - passed + 1),
    passed === of ? 1 : betaQuantile(1 - tail, passed + 1, of - passed),
  ];
}
