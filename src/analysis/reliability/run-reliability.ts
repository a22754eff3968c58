import type { CaseRow, TrialStatus } from "../../core/folds/case-row.ts";
import type { RunSummary } from "../../core/folds/run-summary.ts";
import { type Interval, withinRange } from "../../statistics/interval.ts";
import type { MeanEstimate } from "../../statistics/means/mean-interval.ts";
import { trialsWithinCases } from "../../statistics/means/trials.ts";
import { reliabilityAt } from "../../statistics/rates/reliability.ts";
import { clusterOf } from "../case-values.ts";
import { reliabilitySentence } from "./reliability-sentence.ts";

/** What the repeats of a run say: how sure a pass is to come again. */
export interface RunReliability {
  /** Trials that were planned of each case. */
  readonly trials: number;
  /** For every k from 1 to the trials. */
  readonly chances: readonly ReliabilityAt[];
  /** Cases whose trials disagree, in plan order. */
  readonly flaky: readonly FlakyCase[];
  /** Share of the variance that is the cases'; null where nothing varies, or nothing was repeated. */
  readonly intraclassCorrelation: number | null;
  /** What the repeats are worth, in a sentence; null where too little was evaluated to say. */
  readonly sentence: string | null;
}

export interface ReliabilityAt {
  readonly k: number;
  /** Chance that one of k trials passes; null where no case has k that were evaluated. */
  readonly passAtK: Chance | null;
  /** Chance that all of k trials pass. */
  readonly passHatK: Chance | null;
  /** Cases with fewer than k evaluated trials: neither is known of them, and they are left out. */
  readonly tooFewTrials: number;
}

export interface Chance {
  /** Over the cases, each counted once. */
  readonly mean: number;
  readonly n: number;
  readonly interval: Interval | null;
}

export interface FlakyCase {
  readonly evalSetId: string;
  readonly evalId: string;
  /** A mark a trial, in their order: ✓ passed, ✗ failed, – not evaluated. */
  readonly pattern: string;
  readonly passed: number;
  readonly evaluated: number;
}

/** Undefined for a run without repeats. Trials that were not evaluated count as neither. */
export function runReliability({
  about,
  cases,
}: Pick<RunSummary, "about" | "cases">): RunReliability | undefined {
  if (about.trials < 2 || cases.length === 0) return undefined;
  const isClustered = cases.some(({ cluster }) => cluster !== undefined);
  const counts = cases.map((each) => ({
    trials: each.trialStatuses.filter(isEvaluated).length,
    passed: each.trialStatuses.filter((status) => status === "passed").length,
    ...(isClustered ? { cluster: clusterOf(each) } : {}),
  }));
  const values = cases
    .map(({ trialStatuses }) => trialStatuses.filter(isEvaluated).map(scoreOf))
    .filter(({ length }) => length > 0);
  const spread = trialsWithinCases(values);
  return {
    trials: about.trials,
    chances: Array.from({ length: about.trials }, (_, place) => {
      const { k, passAtK, passHatK, tooFewTrials } = reliabilityAt(counts, place + 1);
      return { k, passAtK: chanceOf(passAtK), passHatK: chanceOf(passHatK), tooFewTrials };
    }),
    flaky: cases.filter(({ flaky }) => flaky).map(flakyCase),
    intraclassCorrelation: spread?.intraclassCorrelation ?? null,
    sentence: spread === null ? null : reliabilitySentence(spread),
  };
}

/** Whether all trials passed, or any did, is only known of cases whose every trial has a verdict. */
export function whollyEvaluated({
  about,
  cases,
}: Pick<RunSummary, "about" | "cases">): readonly CaseRow[] {
  return cases.filter(
    ({ trialStatuses }) =>
      trialStatuses.length === about.trials && trialStatuses.every(isEvaluated),
  );
}

/** `✓✗✓✓` */
export function trialPattern(statuses: readonly TrialStatus[]): string {
  return statuses.map((status) => marks[status]).join("");
}

const marks: Readonly<Record<TrialStatus, string>> = {
  passed: "✓",
  failed: "✗",
  "not-evaluated": "–",
};

function flakyCase({ evalSetId, evalId, trialStatuses, trialsPassed }: CaseRow): FlakyCase {
  const evaluated = trialStatuses.filter(isEvaluated).length;
  const pattern = trialPattern(trialStatuses);
  return { evalSetId, evalId, pattern, passed: trialsPassed, evaluated };
}

function isEvaluated(status: TrialStatus): boolean {
  return status !== "not-evaluated";
}

function scoreOf(status: TrialStatus): number {
  return status === "passed" ? 1 : 0;
}

function chanceOf(estimate: MeanEstimate | null): Chance | null {
  if (estimate === null) return null;
  const { mean, n, interval } = estimate;
  return { mean, n, interval: withinRange(interval, [0, 1]) };
}
