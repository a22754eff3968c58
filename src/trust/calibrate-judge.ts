import { textContent } from "../core/content.ts";
import type { MetricResult } from "../core/run.ts";
import { cohenKappa, gwetAc1, type Kappa } from "../statistics/raters/agreement.ts";
import {
  type Classifier,
  type ClassifierCounts,
  classifierOf,
} from "../statistics/raters/classifier.ts";
import { type CorrectedRate, correctedRate } from "../statistics/raters/corrected-rate.ts";
import { type SelfConsistency, selfConsistency } from "../statistics/raters/self-consistency.ts";
import { type AgreementBar, calibrationVerdict, usualBar } from "./calibration-verdict.ts";
import { type JudgeRequest, judgeRecorded, type RecordedCase } from "./judge-recorded.ts";
import { rationaleIn, votesIn } from "./judge-votes.ts";
import type { HumanLabel } from "./read-labels.ts";

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

export interface CalibrationReport {
  readonly calibrations: readonly Calibration[];
  readonly judges: readonly string[];
  readonly modelCalls: Awaited<ReturnType<typeof judgeRecorded>>["modelCalls"];
}

/** Asks a judge about answers that people have labelled, and compares. */
export async function calibrateJudge(
  labels: readonly HumanLabel[],
  request: JudgeRequest & { readonly bar?: AgreementBar | undefined },
): Promise<CalibrationReport> {
  const { bar = usualBar } = request;
  const { results, judges, modelCalls } = await judgeRecorded(labels.map(caseOf), request);
  const byMetric = Map.groupBy(labels, ({ metric }) => metric);
  return {
    judges,
    modelCalls,
    calibrations: [...byMetric].map(([metric, own]) => compare(metric, own, { results, bar })),
  };
}

function idOf({ line }: HumanLabel): string {
  return `line-${line}`;
}

function caseOf(label: HumanLabel): RecordedCase {
  const { user, answer, reference, rubric, metric } = label;
  const turn = {
    invocationId: "turn-1",
    userContent: textContent("user", user),
    creationTimestamp: 0,
  };
  return {
    metric,
    actual: [{ ...turn, finalResponse: textContent("model", answer) }],
    evalCase: {
      evalId: idOf(label),
      creationTimestamp: 0,
      conversation: [
        reference === undefined
          ? turn
          : { ...turn, finalResponse: textContent("model", reference) },
      ],
      ...(rubric === undefined
        ? {}
        : { rubrics: [{ rubricId: rubric, rubricContent: { textProperty: rubric } }] }),
    },
  };
}

function compare(
  metric: string,
  labels: readonly HumanLabel[],
  { results, bar }: { results: ReadonlyMap<string, MetricResult>; bar: AgreementBar },
): Calibration {
  const judged = labels.map((label) => ({ label, result: results.get(idOf(label)) }));
  const count = (people: HumanLabel["label"], judge: "passed" | "failed"): number =>
    judged.filter(({ label, result }) => label.label === people && result?.status === judge).length;
  const counts = {
    truePass: count("pass", "passed"),
    falseFail: count("pass", "failed"),
    falsePass: count("fail", "passed"),
    trueFail: count("fail", "failed"),
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
    labels: labels.length,
    counts,
    notEvaluated: labels.length - decided,
    kappa,
    ac1: gwetAc1(table),
    classifier: classifierOf(counts),
    selfConsistency: selfConsistency(judged.flatMap(({ result }) => votesIn(result))),
    disagreements: judged.flatMap(({ label, result }) => disagreement(label, result)),
    tooFew: few,
    ...calibrationVerdict({ counts, kappa, isEnough: few === undefined }, bar),
  };
}

function disagreement(
  label: HumanLabel,
  result: MetricResult | undefined,
): readonly Disagreement[] {
  const judge =
    result?.status === "passed" ? "pass" : result?.status === "failed" ? "fail" : "no verdict";
  if (judge === label.label) return [];
  const why = result?.perInvocation[0]?.why ?? rationaleIn(result) ?? result?.detail;
  return [{ line: label.line, people: label.label, judge, why }];
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
