import type { RunInfo } from "../run-info.ts";
import type { Direction } from "../verdict.ts";
import type { TrajectoryDiff } from "./trajectory-diff.ts";

/** Two runs beside each other, paired by set and case. Differences are B − A: what B changed. */
export interface Comparison {
  readonly schemaVersion: number;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** What has to be known before any number: cases left out, changed references, another agent, judge or config. */
  readonly warnings: readonly ComparisonWarning[];
  readonly verdict: ComparisonVerdict;
  /** The verdict in a sentence of plain words. */
  readonly sentence: string;
  readonly passRate: ComparedFigure;
  readonly metrics: readonly ComparedMetric[];
  /** Money, tokens and seconds a case. */
  readonly efficiency: readonly ComparedEfficiency[];
  /** What changed by case, newly failing first. Cases that are the same in both are only counted. */
  readonly cases: readonly ComparedCase[];
}

/** better, worse: shown. no-evidence: a difference worth speaking of would have been seen. too-few: it might not have been. */
export type ComparisonVerdict = "better" | "worse" | "no-evidence" | "too-few";

export interface ComparedRun {
  readonly runId: string;
  readonly name?: string | undefined;
  readonly kind: RunInfo["kind"];
  readonly startedAt: string;
  readonly agent: string;
  readonly git?: RunInfo["git"];
  readonly trials: number;
  readonly cases: number;
}

export interface ComparisonWarning {
  readonly kind:
    | "only-in-a"
    | "only-in-b"
    | "same-run"
    | "not-evaluated"
    | "changed-case"
    | "changed-config"
    | "changed-agent"
    | "changed-judge"
    | "changed-prompt"
    | "changed-metric"
    | "changed-trials"
    | "unfinished"
    /** Its gates were decided before all of its cases had run (`--decide`). */
    | "stopped-early"
    /** Only what had not passed before was run: it says nothing of the whole set. */
    | "chosen-cases";
  /** One sentence. */
  readonly text: string;
  readonly count?: number | undefined;
  /** The first of them. */
  readonly cases?: readonly string[] | undefined;
}

/** A rate or a mean in both runs, over the paired cases only. */
export interface ComparedFigure {
  readonly a: FigureSide;
  readonly b: FigureSide;
  readonly difference: {
    /** B − A; null without a pair. */
    readonly estimate: number | null;
    /** 95 %; null where there is no spread, one case or one cluster. */
    readonly interval: Interval;
    readonly p: number | null;
    /** Holm over the metrics; the pass rate stands for itself. */
    readonly pAdjusted: number | null;
    /** How interval and p were worked out. */
    readonly method: string;
  };
  /** Cases where B is better, in the direction of the metric. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** The smallest difference that this many cases show with a power of 80 %; null where that cannot be said. */
  readonly detectable: number | null;
}

export interface FigureSide {
  readonly mean: number | null;
  readonly n: number;
  readonly interval: Interval;
}

export type Interval = readonly [number, number] | null;

export interface ComparedMetric extends ComparedFigure {
  readonly name: string;
  readonly direction: Direction;
  /** By `pAdjusted`; for the one that was asked for by name, by `p`. */
  readonly verdict: ComparisonVerdict;
  /** True: the verdict of the comparison is about this one. */
  readonly asked?: boolean | undefined;
}

/** What cases cost in both runs: medians, whose intervals ask nothing of how the values are spread. */
export interface ComparedEfficiency {
  readonly name: "cost" | "tokens" | "latency";
  readonly a: MedianSide;
  readonly b: MedianSide;
  /** The median of B − A over the cases, with its interval; p by the sign test. */
  readonly difference: {
    readonly estimate: number | null;
    readonly interval: Interval;
    readonly p: number | null;
    readonly method: string;
  };
  /** Cases where B takes less. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

export interface MedianSide {
  readonly median: number | null;
  readonly n: number;
  readonly interval: Interval;
}

/** One case in both runs. */
export interface ComparedCase {
  readonly evalSetId: string;
  readonly evalId: string;
  /** broke and fixed: the verdict is another. not-evaluated: in B, and it was in A; evaluated: the other way round. */
  readonly change: "broke" | "fixed" | "worse" | "better" | "not-evaluated" | "evaluated";
  readonly a: CaseSide;
  readonly b: CaseSide;
  /** By metric name, where the score is another: B − A. */
  readonly differences: Readonly<Record<string, number>>;
  /** What is different, in words, where something can be said: "now calls check_prime". */
  readonly what?: string | undefined;
  /** Both conversations beside each other, of the first cases that changed. */
  readonly conversation?: ComparedConversation | undefined;
}

/** The same repeat of a case in both runs. */
export interface ComparedConversation {
  /** Counted from 0. */
  readonly trial: number;
  readonly turns: readonly ComparedTurn[];
}

export interface ComparedTurn {
  readonly user?: string | undefined;
  /** The calls of A as `expected`, those of B as `actual`, aligned. */
  readonly calls: TrajectoryDiff;
  readonly answerA?: string | undefined;
  readonly answerB?: string | undefined;
}

/** More than two runs, on the cases that all of them have: what quality costs. */
export interface RunsCompared {
  readonly schemaVersion: number;
  readonly cases: number;
  readonly runs: readonly CostQuality[];
  /** The first run against each of the others. */
  readonly comparisons: readonly Comparison[];
}

export interface CostQuality extends ComparedRun {
  readonly passRate: FigureSide;
  readonly cost: MedianSide | null;
  readonly tokens: MedianSide | null;
  readonly latency: MedianSide | null;
  /** True: another run passes at least as much for less, or more for as much. */
  readonly dominated: boolean;
}

export interface CaseSide {
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly trials: number;
  readonly trialsPassed: number;
  readonly scores: Readonly<Record<string, number | null>>;
}
