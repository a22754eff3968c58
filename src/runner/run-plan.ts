import type { Agent, Conversation, Step, TurnRecord } from "../core/agent.ts";
import type { RunGates } from "../core/analysis/gate.ts";
import type { CallModel, ChatReply, ModelCall } from "../core/chat-model.ts";
import type { Content } from "../core/content.ts";
import type { Environment } from "../core/environment.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import type { Metric } from "../core/metric.ts";
import type { CallRequest } from "../core/requests/kept-requests.ts";
import type { ModelRequest } from "../core/requests/model-request.ts";
import type { CaseEndEvent, CaseKey, MetricResult, RunEvent } from "../core/run.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { TraceFacts } from "../core/traces/trace-facts.ts";
import type { UserFor } from "../core/user-simulator.ts";
import type { ReasonCode } from "../core/verdict.ts";
import type { FinishedCalls } from "./journal/call-journal.ts";

/** Everything a run needs, as finished objects: the runner knows no disk, terminal, table or vendor. */
export interface RunPlan {
  readonly runId: string;
  readonly about: RunInfo;
  /** True when the run goes on after it was stopped. */
  readonly resumes: boolean;
  /** What a run that goes on is held against from now on, where that was asked anew. */
  readonly gates?: RunGates | undefined;
  readonly agent: Agent;
  /** In plan order, without the conversations that have already ended. Read lazily. */
  readonly cases: Iterable<PlannedCase> | AsyncIterable<PlannedCase>;
  readonly userFor: UserFor;
  readonly runTurn: RunTurn;
  /** Makes the simulated environment of a conversation; undefined where every tool is real. */
  readonly environmentFor?: EnvironmentFor | undefined;
  /** Sends model calls of ours (judges, simulated users, simulated tools); undefined where none can be asked. */
  readonly models?: ModelAccess | undefined;
  /** Waits until an event is in the journal for good; without it nobody waits. */
  readonly durable?: ((event: RunEvent, signal: AbortSignal) => Promise<void>) | undefined;
  /** Has an event that is waited for committed at once. */
  readonly hurry?: ((event: RunEvent) => void) | undefined;
  /** Keeps what was stored so far from ending with the process. */
  readonly save?: (() => void | Promise<void>) | undefined;
  /** The same for a store on another machine, where each commit takes so long that conversations have to share them. */
  readonly saveTogether?: (() => Promise<void>) | undefined;
  /** Runs what belongs to one conversation, for those who must know whose code is running. */
  readonly around?: (<T>(planned: PlannedCase, work: () => T) => T) | undefined;
  /** Hears of each metric before it is asked. */
  readonly onMetric?: ((name: string) => void) | undefined;
  /** Hears of a conversation that begins again, since its agent cannot go on with it, and of how many turns it had. */
  readonly onRestart?: ((planned: PlannedCase, turns: number) => void) | undefined;
  readonly concurrency: number;
  readonly deadlines: Deadlines;
  /** Ends a conversation with a played user who never stops; a written one ends by itself. */
  readonly maxTurns: number;
  /** Done once the run is on record and before the first conversation; what it reports belongs to the run. */
  readonly before?: ((signal: AbortSignal) => AsyncIterable<RunEvent>) | undefined;
  /** Begin no new case after one has failed. */
  readonly failFast: boolean;
  /** At the ceiling for costs, leave open what could not be measured and begin nothing more: a resume with more money goes on. */
  readonly stopsUnpaid?: boolean | undefined;
  /** The option that set that ceiling; `--max_cost` unless given. */
  readonly ceiling?: string | undefined;
  /** Begin no new case, since no more are needed or can be paid for; its reason is a `Halt`. */
  readonly halt?: AbortSignal | undefined;
  /** What has ended says nothing of whether a run is halted: only somebody outside does. */
  readonly onlyPauses?: boolean | undefined;
  /** Begin no new case; let those in flight end. */
  readonly stop: AbortSignal;
  /** End now: what is in flight is left unfinished and can be resumed. */
  readonly kill: AbortSignal;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Why a run begins no more cases although nobody stopped it. */
export interface Halt {
  /** "ended": what is asked of it is known. "stopped-early": a resume goes on. */
  readonly status: "ended" | "stopped-early";
  readonly detail?: string | undefined;
}

/** Makes the environment of one conversation, or nothing where its tools are real. */
export type EnvironmentFor = (key: CaseKey, ask?: CallModel) => Environment | undefined;

/** The way to models, with deadlines, retry and limits around it. */
export interface ModelAccess {
  readonly call: CallModel;
  costOf(call: ModelCall, reply: ChatReply): number | undefined;
}

/** Milliseconds. Every await of a run ends by one of them. */
interface Deadlines {
  readonly turn: number;
  readonly case: number;
  readonly run: number;
}

export interface PlannedCase extends CaseKey {
  readonly metrics: readonly Metric[];
  load(): EvalCase | Promise<EvalCase>;
  /** From `--initial_session_file`; what the case itself says wins. */
  readonly initialSession?: InitialSession | undefined;
  /** Conversations of one case share nothing: with repeats, a session id that the case pins is not used. */
  readonly freshSession: boolean;
  /** Why it is not run at all: nothing could be measured by it, and the agent is not called for nothing. */
  readonly withheld?: Withheld | undefined;
  /** Runs this conversation instead of the run's agent. */
  readonly agent?: Agent | undefined;
  /** A conversation that has run already, and is only to be measured. */
  readonly recorded?: RecordedConversation | undefined;
  /** True for what was recorded elsewhere, which no script has kept to its length. */
  readonly mayBeUneven?: boolean | undefined;
  /** What its trace tells, for one that was recorded elsewhere. */
  readonly trace?: TraceFacts | undefined;
  /** The session that the conversation had when it was recorded. */
  readonly session?: Session | undefined;
  /** Model calls an earlier process had finished. */
  readonly finishedCalls?: FinishedCalls | undefined;
  /** Turns an earlier process had finished. */
  readonly finishedTurns?: FinishedTurns | undefined;
}

/** What is known of a conversation that has run. */
export interface RecordedConversation {
  readonly invocations: readonly Invocation[];
  /** The session state after the last turn. */
  readonly finalState?: Readonly<Record<string, unknown>> | undefined;
  /** What the agent had printed. */
  readonly output?: string | undefined;
  /** Set when the conversation had ended its case by itself: by an agent that failed, say. */
  readonly ending?: RecordedEnding | undefined;
}

type RecordedEnding = Pick<CaseEndEvent, "status" | "reason" | "detail" | "simulated" | "partial">;

export interface Withheld {
  readonly reason: ReasonCode;
  readonly detail: string;
  readonly metrics: readonly MetricResult[];
}

/** Under which ids a conversation runs. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
}

/** How every conversation of a run begins. */
export interface InitialSession {
  readonly appName?: string | undefined;
  readonly userId?: string | undefined;
  readonly state: Readonly<Record<string, unknown>>;
}

export interface FinishedTurns extends Session {
  readonly invocations: readonly Invocation[];
  /** Of each turn, what the agent asked to keep. */
  readonly memory?: readonly unknown[] | undefined;
  readonly state?: Readonly<Record<string, unknown>> | undefined;
}

/** Sends one message and records what the agent does about it. Never throws; ends by its timeout. */
export type RunTurn = (request: TurnRequest) => Promise<TurnResult>;

interface TurnRequest {
  readonly conversation: Conversation;
  readonly content: Content;
  readonly invocationId: string;
  readonly agentName: string;
  readonly timeoutMs: number;
  /** The deadline of the whole case, where that is what ends the turn. */
  readonly caseMs?: number | undefined;
  readonly signal: AbortSignal;
  readonly environment?: Environment | undefined;
  /** Counted from 0. */
  readonly turn: number;
  /** Who shows the turn while it goes on hears of each step, and of pieces of the answer where the agent gives them. */
  readonly onStep?: ((step: Step) => void) | undefined;
  readonly onText?: ((piece: string) => void) | undefined;
}

export interface TurnResult {
  readonly invocation: Invocation;
  readonly status: TurnRecord["status"];
  /** What went wrong, in a sentence. */
  readonly problem?: string | undefined;
  readonly output?: string | undefined;
  /** What the agent's models were sent. */
  readonly requests?: readonly CallRequest<ModelRequest>[] | undefined;
  /** Files of the agent that were observed to have changed. */
  readonly wrote?: readonly string[] | undefined;
}
