import type { TrialStatus } from "../../core/folds/case-row.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { Direction } from "../../core/verdict.ts";
import type { Interval } from "../../statistics/interval.ts";

/** How the runs of one eval set by one agent went over time. */
export interface Trend {
  readonly schemaVersion: number;
  readonly evalSetId: string;
  readonly agent: string;
  /** What is to be said of the whole: whether the pass rate is another than it was, and since when. */
  readonly sentence: string;
  /** Null where nothing can be said: fewer than two runs that can be compared, or too few verdicts in the first. */
  readonly drift: TrendDrift | null;
  /** Oldest first. */
  readonly runs: readonly TrendRun[];
  /** Latest change first. */
  readonly cases: readonly TrendCase[];
  /** Runs that are not among them. */
  readonly leftOut: TrendLeftOut;
}

export interface TrendLeftOut {
  /** Older than the newest that were asked for. */
  readonly older: number;
  /** Not ended, or stopped before its last case. */
  readonly unfinished: number;
  /** Ended when its gates were decided (`--decide`), so that what ran is no fair sample of the set. */
  readonly stoppedEarly: number;
  readonly otherAgents: number;
}

export interface TrendRun {
  readonly runId: string;
  readonly startedAt: string;
  readonly git?: RunInfo["git"];
  readonly trials: number;
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
  /** Of the cases that were evaluated; null where none was. */
  readonly passRate: number | null;
  /** 95 %: by Wilson, or by clusters where cases have them; null for fewer than two of these. */
  readonly interval: Interval | null;
  /** How many clusters the evaluated cases are in; null where none declares one. */
  readonly clusters: number | null;
  readonly metrics: readonly TrendMetric[];
  /** True: only some of the cases were meant to run, as with --failed. Such a run has no part in rates over time. */
  readonly partial: boolean;
  /** What is another than in the run before it that ran the whole set. */
  readonly changes: readonly TrendChange[];
}

export interface TrendMetric {
  readonly name: string;
  readonly direction: Direction;
  /** What most cases are held against. */
  readonly threshold?: number | undefined;
  /** A mean of the cases' means; null where no case has a score. */
  readonly mean: number | null;
  readonly n: number;
  readonly interval: Interval | null;
}

export interface TrendChange {
  readonly kind: "eval-set" | "criteria" | "judge" | "agent" | "trials";
  /** In a few words: "the judge: gpt-5 instead of gemini-2.5-pro". */
  readonly text: string;
}

export interface TrendCase {
  readonly evalId: string;
  /** A verdict a run, as `runs` has them; null where the case was not in it. */
  readonly verdicts: readonly (TrialStatus | null)[];
  /** Places of the runs in which it did not pass since something threw or hung. */
  readonly errored?: readonly number[] | undefined;
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
  readonly course: TrendCourse;
  /** The run at which it broke or was fixed. */
  readonly at?: string | undefined;
}

/** What a row of verdicts shows. A cliff is a regression; static is a flake. */
export type TrendCourse =
  | "broke"
  | "fixed"
  | "flaky"
  | "always-failed"
  | "always-passed"
  | "passed-when-evaluated"
  | "never-evaluated";

export interface TrendDrift {
  /** Null: nothing shows that the rate left that of the first run. */
  readonly direction: "up" | "down" | null;
  /** What speaks against one rate for all runs; called where it reached `bar`, however often one looks. */
  readonly evidence: number;
  readonly bar: number;
  /** The run since which the rate is most likely another one. */
  readonly since: string | null;
  /** The run at which that could be said. */
  readonly calledAt: string | null;
  /** Runs that were looked at, and the cases that all of them have. */
  readonly runs: number;
  readonly cases: number;
  /** Verdicts before and since; null where drift was not called. */
  readonly before: TrendTally | null;
  readonly after: TrendTally | null;
}

export interface TrendTally {
  readonly passed: number;
  readonly evaluated: number;
}
