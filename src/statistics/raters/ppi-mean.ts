import { normalQuantile } from "../distributions/normal.ts";
import { type ConfidenceOptions, type Interval, usualConfidence } from "../interval.ts";
import { meanOf } from "../means/mean-interval.ts";

export interface LabelledScore {
  readonly judge: number;
  readonly human: number;
}

export interface PpiMean {
  /** The judge's mean over what nobody labelled, less how far it is off where somebody did. */
  readonly mean: number;
  readonly standardError: number | null;
  readonly interval: Interval | null;
  readonly judgeOnly: number;
  readonly humanOnly: number;
}

/** Prediction-powered inference: few labels of people put right many scores of a judge. Null where either is missing. */
export function ppiMean(
  unlabelled: readonly number[],
  labelled: readonly LabelledScore[],
  options?: ConfidenceOptions,
): PpiMean | null {
  const judged = meanOf(unlabelled);
  const off = meanOf(labelled.map(({ judge, human }) => judge - human));
  const people = meanOf(labelled.map(({ human }) => human));
  if (judged === null || off === null || people === null) return null;
  const mean = judged.mean - off.mean;
  const known = judged.standardError !== null && off.standardError !== null;
  const standardError = known ? Math.hypot(judged.standardError, off.standardError) : null;
  const z = normalQuantile((1 + (options?.confidence ?? usualConfidence)) / 2);
  const interval: Interval | null =
    standardError === null || standardError === 0
      ? null
      : [mean - z * standardError, mean + z * standardError];
  return { mean, standardError, interval, judgeOnly: judged.mean, humanOnly: people.mean };
}
