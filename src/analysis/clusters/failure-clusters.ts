import type { PassRate } from "../../core/analysis/pass-rate.ts";
import type { TrajectoryDiff } from "../../core/analysis/trajectory-diff.ts";
import type { CaseRow, TrialStatus } from "../../core/folds/case-row.ts";
import type { Totals } from "../../core/folds/totals.ts";
import type { Attributions, Fault } from "../faults/fault.ts";
import type { FailureCause } from "./failure-cause.ts";

/** Which failures of a run are one failure. */
export interface FailureClusters {
  readonly schemaVersion: number;
  readonly runId: string;
  readonly startedAt: string;
  readonly agent: string;
  readonly totals: Totals;
  /** With its interval. */
  readonly passRate: PassRate;
  /** What stands out, in a sentence. */
  readonly sentence: string;
  /** Whose doing they were, by how many cases. */
  readonly faults: Attributions["counts"];
  /** What failed first, then what was not evaluated; the largest first. */
  readonly clusters: readonly FailureCluster[];
}

/** Cases that went wrong the same way. */
export interface FailureCluster
  extends Pick<FailureCause, "kind" | "metric" | "tool" | "arguments" | "reason"> {
  /** One line, made from what happened: "set_light: on is wrong". */
  readonly name: string;
  readonly status: Exclude<CaseRow["status"], "passed">;
  readonly count: number;
  readonly cases: readonly ClusteredCase[];
  readonly example: ClusterExample;
}

export interface ClusteredCase {
  readonly evalSetId: string;
  readonly evalId: string;
  /** The verdict of each trial, in their order. */
  readonly trials: readonly TrialStatus[];
  readonly fault: Fault;
  readonly evidence: string;
}

/** One of the cases, with what shows the cause. */
export interface ClusterExample {
  readonly evalSetId: string;
  readonly evalId: string;
  /** From 0, as the turn. */
  readonly trial: number;
  readonly turn?: number | undefined;
  readonly user?: string | undefined;
  /** Expected and actual calls, aligned. */
  readonly trajectory?: TrajectoryDiff | undefined;
  /** The answers, where the cause is about them. */
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  readonly why: string;
}
