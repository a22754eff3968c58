import { type Rate, rateOf } from "../rates/rate.ts";

/** A judge against people: "pass" is what it is to find. */
export interface ClassifierCounts {
  /** People pass it, and so does the judge. */
  readonly truePass: number;
  /** People pass it, the judge does not. */
  readonly falseFail: number;
  /** People fail it, the judge lets it pass. */
  readonly falsePass: number;
  /** People fail it, and so does the judge. */
  readonly trueFail: number;
}

export interface Classifier {
  /** Of what people pass, how much the judge passes. */
  readonly sensitivity: Rate;
  /** Of what people fail, how much the judge fails. */
  readonly specificity: Rate;
  readonly passPrecision: Rate;
  readonly failPrecision: Rate;
  readonly f1: number | null;
  readonly balancedAccuracy: number | null;
  /** Matthews' correlation. */
  readonly correlation: number | null;
}

export function classifierOf(counts: ClassifierCounts): Classifier {
  const { truePass, falseFail, falsePass, trueFail } = counts;
  const sensitivity = rateOf(truePass, truePass + falseFail);
  const specificity = rateOf(trueFail, trueFail + falsePass);
  const spread =
    (truePass + falsePass) *
    (truePass + falseFail) *
    (trueFail + falsePass) *
    (trueFail + falseFail);
  const named = 2 * truePass + falsePass + falseFail;
  return {
    sensitivity,
    specificity,
    passPrecision: rateOf(truePass, truePass + falsePass),
    failPrecision: rateOf(trueFail, trueFail + falseFail),
    f1: named === 0 ? null : (2 * truePass) / named,
    balancedAccuracy:
      sensitivity.value === null || specificity.value === null
        ? null
        : (sensitivity.value + specificity.value) / 2,
    correlation:
      spread === 0 ? null : (truePass * trueFail - falsePass * falseFail) / Math.sqrt(spread),
  };
}
