import { cohenKappa, gwetAc1, type Kappa } from "../statistics/raters/agreement.ts";
import {
  type Classifier,
  type ClassifierCounts,
  classifierOf,
} from "../statistics/raters/classifier.ts";
import { type CorrectedRate, correctedRate } from "../statistics/raters/corrected-rate.ts";
import { type SelfConsistency, selfConsistency } from "../statistics/raters/self-consistency.ts";
import { type AgreementBar, calibrationVerdict } from "./calibration-verdict.ts";

/** Labels that make a judge's figures worth having: so many in all, so many of them fails. */
const enoughLabels = { all: 50, fails: 20 } as const;

/** How far a judge says what people say, for one metric. */
export interface Calibration {
  readonly metric: string;
  readonly labels: number;
  readonly counts: ClassifierCounts;
  /** Labels on which the judge came to no verdict. They count neither way. */
  readonly notEvaluated: number;
  readonly kappa: Kappa | null;
  readonly ac1: number | null;
  readonly classifier: Classifier;
  readonly selfConsistency: SelfConsistency | null;
  readonly disagreements: readonly Disagreement[];
  /** Why the figures do not carry far yet; undefined when they do. */
  readonly tooFew: string | undefined;
  /** Whether it says what people say, as far as was asked for; open where the labels cannot decide. */
  readonly verdict: "agrees" | "disagrees" | "open";
  readonly why: string;
}

export interface Disagreement {
  readonly line: number;
  readonly people: "pass" | "fail";
  readonly judge: "pass" | "fail" | "no verdict";
  readonly why: string | undefined;
}

/** What people and the judge said of one answer. */
export interface LabelledVerdict {
  /** Of the label, in its file. */
  readonly line: number;
  readonly people: "pass" | "fail";
  readonly judge: "pass" | "fail" | "no verdict";
  /** The samples of every question that the judge was asked about it. */
  readonly votes: readonly (readonly boolean[])[];
  readonly why?: string | undefined;
}

/** Compares what a judge said with what people say of the same answers. */
export function calibrationOf(
  metric: string,
  all: readonly LabelledVerdict[],
  bar: AgreementBar,
): Calibration {
  const count = (people: LabelledVerdict["people"], judge: LabelledVerdict["judge"]): number =>
    all.filter((each) => each.people === people && each.judge === judge).length;
  const counts = {
    truePass: count("pass", "pass"),
    falseFail: count("pass", "fail"),
    falsePass: count("fail", "pass"),
    trueFail: count("fail", "fail"),
  };
  const { truePass, falseFail, falsePass, trueFail } = counts;
  const table = [
    [truePass, falseFail],
    [falsePass, trueFail],
  ];
  const decided = truePass + falseFail + falsePass + trueFail;
  const kappa = cohenKappa(table);
  const few = tooFew(decided, falsePass + trueFail);
  return {
    metric,
    labels: all.length,
    counts,
    notEvaluated: all.length - decided,
    kappa,
    ac1: gwetAc1(table),
    classifier: classifierOf(counts),
    selfConsistency: selfConsistency(all.flatMap(({ votes }) => votes)),
    disagreements: all
      .filter(({ people, judge }) => people !== judge)
      .map(({ line, people, judge, why }) => ({ line, people, judge, why })),
    tooFew: few,
    ...calibrationVerdict({ counts, kappa, isEnough: few === undefined }, bar),
  };
}

function tooFew(decided: number, fails: number): string | undefined {
  if (decided >= enoughLabels.all && fails >= enoughLabels.fails) return undefined;
  return `${decided} ${decided === 1 ? "label" : "labels"} with a verdict, ${fails} of them fails; ${enoughLabels.all} and ${enoughLabels.fails} are needed.`;
}

/** A pass rate that the judge gave, and of how many cases. */
export interface GivenRate {
  readonly rate: number;
  readonly of: number;
}

export type Correction =
  | (CorrectedRate & { readonly given: GivenRate })
  | { readonly given: GivenRate; readonly refused: string };

/** What a rate by this judge is worth. Refused where the judge tells people's passes and fails no better apart than a coin. */
export function correct({ classifier }: Calibration, given: GivenRate): Correction {
  const { sensitivity, specificity } = classifier;
  if (sensitivity.value === null || specificity.value === null) {
    const missing = sensitivity.value === null ? "passes" : "fails";
    return {
      given,
      refused: `There is no label that people ${missing === "passes" ? "pass" : "fail"}.`,
    };
  }
  const corrected = correctedRate({
    ...given,
    sensitivity: sensitivity.value,
    specificity: specificity.value,
    passLabels: sensitivity.of,
    failLabels: specificity.of,
  });
  if (corrected !== null) return { ...corrected, given };
  const refused =
    "Sensitivity and specificity add up to 1 or less: the judge is no better than a coin.";
  return { given, refused };
}
