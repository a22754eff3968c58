import { normalQuantile } from "../distributions/normal.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { needCounts, needProbability } from "../need-finite.ts";

/**
 * The interval of the difference of two rates on the same cases (Bonett and Price): a win passes only with the second,
 * a loss only with the first. It has a width even where no case is discordant. Null for fewer than two cases.
 */
export function bonettPrice(
  counts: { readonly wins: number; readonly losses: number; readonly n: number },
  options?: ConfidenceOptions,
): Interval | null {
  const confidence = options?.confidence ?? usualConfidence;
  needProbability(confidence, "the confidence");
  const { wins, losses, n } = counts;
  needCounts(wins, wins + losses, "discordant pairs");
  needCounts(wins + losses, n, "discordant pairs");
  return n < 2 ? null : bonettPriceAt({ wins, losses, n }, normalQuantile((1 + confidence) / 2));
}

/** At so many standard errors; counts may be fractions, as those of a run that is only thought of. */
export function bonettPriceAt(
  { wins, losses, n }: { readonly wins: number; readonly losses: number; readonly n: number },
  z: number,
): Interval {
  const win = (wins + 1) / (n + 2);
  const loss = (losses + 1) / (n + 2);
  const half = z * Math.sqrt((win + loss - (win - loss) ** 2) / (n + 2));
  return [Math.max(-1, win - loss - half), Math.min(1, win - loss + half)];
}
