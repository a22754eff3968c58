import type { TurnRecord } from "./agent.ts";
import type { GatesEndEvent, RunGates } from "./analysis/gate.ts";
import type { ChatReply, ModelCall } from "./chat-model.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";
import type { JudgeCheck } from "./judge-check.ts";
import type { MetricDetails, TurnScore } from "./metric-outcome.ts";
import type { TurnRequests } from "./requests/kept-requests.ts";
import type { RunInfo } from "./run-info.ts";
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
  | StateSetEvent
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
  /** What the agent's models were sent, where that was seen. */
  readonly requests?: TurnRequests | undefined;
  /** What the agent printed during the turn. */
  readonly output?: string | undefined;
  /** Files among the run's inputs that have been written to since it began, where that was noticed now. */
  readonly wrote?: readonly string[] | undefined;
  /** How it ended, where that was not with an answer: only a chat goes on after such a turn. */
  readonly status?: Exclude<TurnRecord["status"], "done"> | undefined;
  /** What went wrong then, in a sentence. */
  readonly problem?: string | undefined;
  /** True: the agent could not be given the turns before, and knew nothing of them. */
  readonly restarted?: boolean | undefined;
}

/** A person has changed the session state of a chat; the turns from this one on begin with it. */
interface StateSetEvent extends CaseKey {
  readonly type: "state-set";
  readonly runId: string;
  readonly at: string;
  /** How many turns the chat had. */
  readonly turn: number;
  readonly state: Readonly<Record<string, unknown>>;
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
  /** When the reply came, as an ISO time; runs of earlier versions do not say. */
  readonly at?: string | undefined;
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
  /** Which part of the simulation failed, for `simulator-fault`. */
  readonly simulated?: "user" | "environment" | undefined;
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
  /** What models were sent in it. */
  readonly partialRequests?: TurnRequests | undefined;
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
  /** What work that is no run of an agent came to, as its `--json` has it. */
  readonly report?: unknown;
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
  readonly simulated?: CaseEndEvent["simulated"];
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
