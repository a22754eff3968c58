import type { Step, TurnRecord, Usage } from "../agent.ts";
import type { Invocation } from "../invocation.ts";

/** A chat in a line. */
export interface ChatOverview {
  readonly chatId: string;
  /** The agent's path in the folder of agents, as `GET /agents` gives it. */
  readonly agent: string;
  /** The model that it has in place of its own. */
  readonly agentModel?: string | undefined;
  /** What somebody called it, or else its first words; undefined where nothing was said yet. */
  readonly title?: string | undefined;
  readonly startedAt: string;
  /** When its last turn ended. */
  readonly updatedAt: string;
  readonly turns: number;
  /** True while the agent is at work on a turn. */
  readonly running: boolean;
  readonly forkedFrom?: { readonly chat: string; readonly turns: number } | undefined;
}

/** A chat with all that was said. */
export interface ChatDetail extends ChatOverview {
  /** Which session of which user it is for the agent. */
  readonly sessionId: string;
  readonly userId: string;
  /** The session state that it began with, and the one that the next turn begins with. */
  readonly firstState: ChatState;
  readonly state: ChatState;
  readonly history: readonly ChatTurn[];
  /** The turn that the agent is at work on; `GET /chats/:chat/live` follows it. */
  readonly current?: TurnStarted | undefined;
}

export type ChatState = Readonly<Record<string, unknown>>;

/** One message of the user and everything the agent did about it. */
export interface ChatTurn extends TurnStarted {
  readonly status: TurnRecord["status"];
  /** What went wrong, in a sentence. */
  readonly problem?: string | undefined;
  readonly answer?: string | undefined;
  readonly steps: readonly ChatStep[];
  /** The session state after it. */
  readonly state?: ChatState | undefined;
  /** Tokens of its model calls, where any are known. */
  readonly usage?: Usage | undefined;
  readonly seconds?: number | undefined;
  /** What the agent printed. */
  readonly output?: string | undefined;
  /** True: the agent could not be given the turns before, and knew nothing of them. */
  readonly restarted?: boolean | undefined;
  /** The turn as runs record it and as eval cases hold it. */
  readonly invocation: Invocation;
}

export interface TurnStarted {
  /** Counted from 0. */
  readonly turn: number;
  readonly invocationId: string;
  /** What the user said. */
  readonly user: string;
  readonly startedAt: string;
}

/** A step of a turn. `at` is milliseconds since the turn began; a turn that is read again may not know all of them. */
export type ChatStep = StepOf<Step>;

/** Of each kind of step. */
type StepOf<Each> = Each extends Step
  ? Omit<Each, "at"> & { readonly at?: number | undefined }
  : never;

/** What a message's stream says, each under its name as the event of server-sent events: `data` is JSON. */
export interface ChatEvents {
  /** First: the turn has begun. */
  readonly start: TurnStarted;
  /** A piece of the text that the agent is saying; the whole text comes as a step. */
  readonly delta: { readonly text: string };
  readonly step: ChatStep;
  /** Last: the finished turn, which is on record. */
  readonly turn: ChatTurn;
  /** Last instead of `turn`: the message did not get to the agent, and nothing is on record. */
  readonly problem: {
    readonly code: string;
    readonly message: string;
    readonly hint?: string | undefined;
    /** What the agent printed on its way, where that says more. */
    readonly printed?: string | undefined;
  };
}

/** An agent of the workspace. */
export interface AgentOverview {
  /** As clients made for ADK call it. */
  readonly name: string;
  /** From the folder of agents on; `.` where that is the agent's own. */
  readonly path: string;
  /** Known where its process has loaded it since its files last changed. */
  readonly state: "unknown" | "ready" | "broken";
  readonly description?: string | undefined;
  readonly framework?: string | undefined;
  /** Why it does not load. */
  readonly problem?: ChatEvents["problem"] | undefined;
}

/** What is known of an agent once it is loaded; without `facts` it does not load. */
export interface AgentDetail extends AgentOverview {
  readonly facts?: AgentParts | undefined;
}

/** What an agent says of itself, and its agents. */
interface AgentParts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly agents: readonly AgentParts[];
}
