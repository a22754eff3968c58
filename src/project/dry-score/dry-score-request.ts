import type { EvalCase } from "../../core/eval-set.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import type { MetricSetting, RunInfo } from "../../core/run-info.ts";
import type { ReasonCode } from "../../core/verdict.ts";

/** What is to be scored: recorded conversations of one case, by one or more versions of what was expected of them. */
export interface DryScoreRequest {
  /** The newest run; by the metrics of its set all conversations are measured. */
  readonly about: RunInfo;
  readonly evalSetId: string;
  /** Finished conversations of the case, each with the run that it is of. */
  readonly recorded: readonly RecordedCase[];
  readonly versions: readonly EvalCase[];
  readonly version: string;
}

export interface RecordedCase {
  readonly runId: string;
  readonly about: RunInfo;
  readonly result: CaseResult;
}

/** What each version makes of each conversation. */
export interface DryScore {
  readonly metrics: readonly Pick<MetricSetting, "name" | "threshold" | "direction" | "range">[];
  /** Metrics of the run that were left out: they ask a judge, or are somebody's code. */
  readonly leftOut: readonly { readonly name: string; readonly why: "judged" | "code" }[];
  /** By version, then by conversation. */
  readonly scores: readonly (readonly DryVerdict[])[];
}

export interface DryVerdict {
  readonly status: CaseResult["status"];
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  readonly metrics: readonly Pick<
    MetricResult,
    "name" | "status" | "score" | "threshold" | "reason" | "detail"
  >[];
}
