import type { GatesEndEvent, RunGates } from "./analysis/gate.ts";
import type { ChatReply, ModelCall } from "./chat-model.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";
import type { JudgeCheck } from "./judge-check.ts";
import type { MetricDetails, TurnScore } from "./metric-outcome.ts";
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
  | CheckEndEvent
  | CaseEndEvent
  | GatesEndEvent
  | RunEndEvent
  | RunMarkEvent;

export interface RunStartEvent {
  readonly type: "run-start";
  readonly schemaVersion: number;
  readonly runId: string;
  /** ISO time. */
  readonly at: string;
  readonly about: RunInfo;
}

/** What a run is for. All that pay for models are kept in the one journal, so that each can be resumed. */
export type RunKind =
  | "eval"
  | "score"
  | "calibrate"
  | "redteam"
  | "sanity"
  | "generate"
  /** What a judge said to control questions; no run of its own, but a record that runs share. */
  | "judge-check";

/** Everything a run must know about itself to be resumed, compared and explained later. */
export interface RunInfo {
  readonly kind: RunKind;
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
  /** Where chance decides (in simulated environments), it is drawn from this, so that a run can be repeated. */
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
  /** What else the run depends on; a resume refuses when any of it has changed. */
  readonly inputs?: RunInputs | undefined;
  /** For `kind: "score"`: the run whose conversations were scored again. */
  readonly scoredRun?: string | undefined;
  /** A name that was given when the run began. */
  readonly name?: string | undefined;
  /** What the run as a whole is held against. */
  readonly gates?: RunGates | undefined;
}

/** What a run depends on beyond its cases and metrics, as hashes. */
export interface RunInputs {
  /** By path from where the run was started: code, prompts, whatever the agent's folder holds. */
  readonly files: Readonly<Record<string, string>>;
  /** By what they are, in words: the judge, the simulated user and environment of each set. */
  readonly settings: Readonly<Record<string, string>>;
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
  /** Hash of what the config's file says, and of the code it names; undefined for one made in code. */
  readonly hash?: string | undefined;
  readonly metrics: readonly MetricSetting[];
  /** Who judged, where the criteria do not say it all. */
  readonly judge?: RunJudge | undefined;
  /** What the config says models cost, in US dollars for a million tokens. */
  readonly modelPrices?: RunPrices | undefined;
}

type RunPrices = Readonly<Record<string, { readonly input: number; readonly output: number }>>;

/** A judge that a config or a flag named for everything. */
export interface RunJudge {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** True for a function or an object, which no record can hold. */
  readonly isCode?: boolean | undefined;
}

/** A metric as a run used it. */
export interface MetricSetting {
  readonly name: string;
  readonly version: number;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  /** Between which its scores lie; without `max` there is no upper end. */
  readonly range?: { readonly min: number; readonly max?: number | undefined } | undefined;
  readonly criterion?: Readonly<Record<string, unknown>> | undefined;
  readonly customFunctionPath?: string | undefined;
  /** The goal that a pass serves, where the config names one. */
  readonly goal?: string | undefined;
}

/**
 * How trials make a case's verdict: by pooled means, or by counting passed trials.
 * "mean" is the rule of ADK's AgentEvaluator: the exact mean of all turns decides, also where a case is run once.
 */
export type TrialRule = "pooled" | "mean" | "all" | "any" | number;

export interface RunResumeEvent {
  readonly type: "run-resume";
  readonly runId: string;
  readonly at: string;
  /** What the run is held against from here on, where that was asked anew. */
  readonly gates?: RunGates | undefined;
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
  /** Session state after the turn, when the agent reports it. */
  readonly state?: Readonly<Record<string, unknown>> | undefined;
  /** What the agent has to know of the turn to go on from it, in a form of its own. */
  readonly memory?: unknown;
  /** What the agent printed during the turn. */
  readonly output?: string | undefined;
  /** Files among the run's inputs that have been written to since it began, where that was noticed now. */
  readonly wrote?: readonly string[] | undefined;
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
  /** The run that paid for it, where several share a record. */
  readonly paidBy?: string | undefined;
}

/** Whether a judge has shown that it can judge a metric, reported before the first conversation. */
export interface CheckEndEvent extends JudgeCheck {
  readonly type: "check-end";
  readonly runId: string;
  readonly at: string;
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
  /** What the case's author says it belongs to: cases of one cluster are not independent of each other. */
  readonly cluster?: string | undefined;
  /** How many turns ran: a conversation of which one cannot be read any more must not look like a shorter one. */
  readonly turns?: number | undefined;
  /** Seconds of wall clock for the whole case. */
  readonly duration: number;
  /** What the agent printed outside of finished turns. */
  readonly output?: string | undefined;
  /** The unfinished turn of a case that failed: what had been recorded of it. */
  readonly partial?: Invocation | undefined;
  /** True when a resume had to begin this conversation again, so that earlier agent calls were repeated. */
  readonly restarted?: boolean | undefined;
  /** True when a model of ours could not be reached for something of it, so that a resume asks again. */
  readonly unreached?: boolean | undefined;
}

/** What a person says of a run afterwards; the last word on each counts. */
export interface RunMarkEvent {
  readonly type: "run-mark";
  readonly runId: string;
  readonly at: string;
  /** Null takes the name away. */
  readonly name?: string | null | undefined;
  /** True: not to be removed. */
  readonly kept?: boolean | undefined;
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
  /** True: the metric gave this status itself, and score and threshold say another. */
  readonly decided?: boolean | undefined;
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  /** The goal that a pass serves, where the config names one. */
  readonly goal?: string | undefined;
  readonly reason?: ReasonCode | undefined;
  readonly detail?: string | undefined;
  /** Present when only some of the turns were scored. */
  readonly coverage?: { readonly scored: number; readonly of: number } | undefined;
  /** How many of the turns that were not scored the case itself leaves out: without a reference, or not asked about. */
  readonly unasked?: number | undefined;
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
