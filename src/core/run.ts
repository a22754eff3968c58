import type { ChatReply, ModelCall } from "./chat-model.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";
import type { MetricDetails, TurnScore } from "./metric.ts";
import type { Direction, ReasonCode, Status } from "./verdict.ts";

/** Bumped when a stored event changes its meaning. */
export const SCHEMA_VERSION = 1;

/**
 * What a run says while it happens. Stores append these, reporters print them, everything shown is a fold of them.
 * Event types are noun then verb.
 */
export type RunEvent =
  | RunStartEvent
  | RunResumeEvent
  | CaseStartEvent
  | TurnEndEvent
  | CallEndEvent
  | CaseEndEvent
  | RunEndEvent;

export interface RunStartEvent {
  readonly type: "run-start";
  readonly schemaVersion: number;
  readonly runId: string;
  /** ISO time. */
  readonly at: string;
  readonly about: RunAbout;
}

/** Everything a run must know about itself to be resumed, compared and explained later. */
export interface RunAbout {
  readonly kind: "eval" | "score";
  readonly agent: {
    readonly name: string;
    readonly path?: string | undefined;
    /** Hash of the agent's own source files. */
    readonly hash?: string | undefined;
    readonly subAgent?: string | undefined;
  };
  readonly sets: readonly RunSet[];
  readonly caseCount: number;
  readonly trials: number;
  readonly require: TrialRule;
  readonly concurrency: number;
  /** Where chance decides (in simulated worlds), it is drawn from this, so that a run can be held again alike. */
  readonly seed?: number | undefined;
  /** Models that the run itself may ask: judges, played users, tools that a model answers for. */
  readonly models?: readonly string[] | undefined;
  readonly git?: { readonly commit: string; readonly dirty: boolean } | undefined;
  readonly version: string;
  /** The command as it was typed, for resuming and for the reader. */
  readonly command?: readonly string[] | undefined;
  /** Where the run was started. */
  readonly cwd?: string | undefined;
  /** The options that a resume must use again. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** For `kind: "score"`: the run whose conversations were scored again. */
  readonly scoredRun?: string | undefined;
}

export interface RunSet {
  readonly evalSetId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly path?: string | undefined;
  /** Hash of the selected cases; a resume refuses a set that changed. */
  readonly hash: string;
  readonly caseCount: number;
  readonly config: RunConfig;
}

export interface RunConfig {
  /** The file it came from; undefined for the defaults. */
  readonly path?: string | undefined;
  /** Hash of all that it says; undefined for the defaults. */
  readonly hash?: string | undefined;
  readonly metrics: readonly MetricSetting[];
}

/** A metric as a run used it. */
export interface MetricSetting {
  readonly name: string;
  readonly version: number;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  readonly criterion?: Readonly<Record<string, unknown>> | undefined;
  readonly customFunctionPath?: string | undefined;
}

/** How trials make a case's verdict: by pooled means, or by counting passed trials. */
export type TrialRule = "pooled" | "all" | "any" | number;

export interface RunResumeEvent {
  readonly type: "run-resume";
  readonly runId: string;
  readonly at: string;
}

/** Identity of one conversation: the set, the case and which repeat. `index` is its place in the plan, for order only. */
export interface CaseKey {
  readonly evalSetId: string;
  readonly evalId: string;
  /** Counted from 0. */
  readonly trial: number;
  readonly index: number;
}

export interface CaseStartEvent extends CaseKey {
  readonly type: "case-start";
  readonly runId: string;
  readonly at: string;
  /** The case itself, so that a run can be read and scored again without its files. */
  readonly evalCase: EvalCase;
  readonly sessionId: string;
  readonly userId: string;
}

export interface TurnEndEvent extends CaseKey {
  readonly type: "turn-end";
  readonly runId: string;
  readonly turn: number;
  readonly invocation: Invocation;
  /** Session state after the turn, when the agent tells it. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  /** What the agent has to know of the turn to go on from it, in a form of its own. */
  readonly memory?: unknown;
  /** What the agent printed during the turn. */
  readonly output?: string | undefined;
}

/** A model call of ours (judge, simulated user, simulated tool) that brought a reply: kept, so that it is never paid for twice. */
export interface CallEndEvent extends CaseKey {
  readonly type: "call-end";
  readonly runId: string;
  /** Hash of everything that makes the call what it is, the request included. */
  readonly callKey: string;
  readonly role: ModelCall["role"];
  readonly model: string;
  readonly turn: number;
  readonly step: string;
  readonly sample: number;
  readonly reply: ChatReply;
  readonly milliseconds: number;
  /** In US dollars, when the model's price is known. */
  readonly cost?: number | undefined;
}

export interface CaseEndEvent extends CaseKey {
  readonly type: "case-end";
  readonly runId: string;
  readonly at: string;
  readonly status: Exclude<Status, "informational">;
  /** Why it failed or was not evaluated, where no metric says it. */
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  readonly metrics: readonly MetricResult[];
  /** Seconds of wall clock for the whole case. */
  readonly duration: number;
  /** What the agent printed outside of finished turns. */
  readonly output?: string | undefined;
  /** The unfinished turn of a case that failed: what had been recorded of it. */
  readonly partial?: Invocation | undefined;
  /** True when a resume had to begin this conversation again, so that earlier agent calls were repeated. */
  readonly restarted?: boolean | undefined;
}

export interface RunEndEvent {
  readonly type: "run-end";
  readonly runId: string;
  readonly at: string;
  readonly status: "ended" | "interrupted" | "stopped-early";
  /** Why it stopped early, and what was in flight then. */
  readonly detail?: string | undefined;
}

/** What one metric said of one case. */
export interface MetricResult {
  readonly name: string;
  readonly version: number;
  readonly status: Status;
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  /** Present when only some of the turns that should have been scored were. */
  readonly coverage?: { readonly scored: number; readonly of: number } | undefined;
  readonly perInvocation: readonly TurnScore[];
  readonly details?: MetricDetails | undefined;
}

/** One finished conversation with its results: the fold of its three kinds of events. */
export interface CaseResult extends CaseKey {
  readonly status: Exclude<Status, "informational">;
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  readonly metrics: readonly MetricResult[];
  readonly invocations: readonly Invocation[];
  readonly evalCase: EvalCase;
  readonly sessionId: string;
  readonly userId: string;
  readonly startedAt: string;
  readonly duration: number;
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  readonly output?: string | undefined;
  readonly partial?: Invocation | undefined;
  readonly restarted?: boolean | undefined;
}
