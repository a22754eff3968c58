import type { TrajectoryDiff } from "./analysis/trajectory-diff.ts";
import type { ReasonCode, Status } from "./verdict.ts";

/** Three honest answers. Nothing is ever "0 because something broke". */
export type MetricOutcome = ScoredOutcome | InformationalOutcome | NotEvaluatedOutcome;

export interface ScoredOutcome {
  readonly kind: "scored";
  readonly score: number;
  /** Set by custom metrics that decide for themselves; else the threshold decides. */
  readonly status?: "passed" | "failed" | undefined;
  /** One entry a turn; empty for metrics that look at the whole conversation only. */
  readonly perInvocation: readonly TurnScore[];
  /** Parts that should have been scored and were, where they are not turns (rubrics, sentences); `why` says which are missing. */
  readonly coverage?: { readonly scored: number; readonly of: number } | undefined;
  readonly details?: MetricDetails | undefined;
  /** Why the score is what it is, in a sentence for the report. */
  readonly why?: string | undefined;
}

export interface InformationalOutcome {
  readonly kind: "informational";
  readonly score: number | undefined;
  readonly perInvocation: readonly TurnScore[];
  readonly details?: MetricDetails | undefined;
}

export interface NotEvaluatedOutcome {
  readonly kind: "not-evaluated";
  readonly reason: ReasonCode;
  /** A sentence for the report: what was missing or what broke. */
  readonly detail: string;
  readonly perInvocation?: readonly TurnScore[] | undefined;
}

/** What a metric says of one turn. */
export interface TurnScore {
  /** Undefined: this turn was not scored, and `reason` says why (informational values may just be unknown). */
  readonly score: number | undefined;
  readonly status?: Status | undefined;
  /**
   * Set where nobody asks about this turn: no score is no gap then. True for a conversation judged as a whole;
   * "by-author" where the case gives no reference here or asks about other turns, which the coverage shows.
   */
  readonly unasked?: boolean | "by-author" | undefined;
  readonly reason?: ReasonCode | undefined;
  /** A sentence: why the score is low, or why there is none. */
  readonly why?: string | undefined;
  readonly trajectory?: TrajectoryDiff | undefined;
  readonly details?: MetricDetails | undefined;
}

/** Figures behind a score, under ADK's names where ADK has them (`tokenUsageDetails`, `durationDetails`, `rubricScores`). */
export type MetricDetails = Readonly<Record<string, unknown>>;
