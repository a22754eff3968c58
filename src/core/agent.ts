import type { Content } from "./content.ts";
import type { Invocation } from "./invocation.ts";
import type { ModelRequest } from "./requests/model-request.ts";

/** The thing under test. Opened once per case, sent one message per turn. */
export interface Agent {
  readonly name: string;
  /** The package it is made with, as that is called; undefined for agents of no framework. */
  readonly framework?: string | undefined;
  /** Conversations would disturb each other, so they run one after the other, whatever the concurrency. */
  readonly oneAtATime?: boolean | undefined;
  /** Its tools ask the environment of the turn before they run, so that they can be simulated. */
  readonly asksEnvironment?: boolean | undefined;
  /** The model that it was given in place of its own; undefined for one that keeps its own. */
  readonly model?: string | undefined;
  start(init: ConversationStart): Conversation | Promise<Conversation>;
  dispose?(): Promise<void>;
}

export interface ConversationStart {
  /** Session id. */
  readonly id: string;
  readonly user: string;
  readonly appName?: string | undefined;
  readonly state: Readonly<Record<string, unknown>>;
  /**
   * Turns that have already run, when a conversation goes on after a crash.
   * An agent that cannot pick them up says so by `Conversation.resumed` not being true; its case then begins again.
   */
  readonly history?: readonly Invocation[] | undefined;
  /** What `Conversation.memory` gave after each of these turns, where it gave something. */
  readonly memory?: readonly unknown[] | undefined;
  /** The state that the conversation began with, where `state` has gone on since. */
  readonly firstState?: Readonly<Record<string, unknown>> | undefined;
  /** The environment of this conversation is simulated: tools ask the environment of the turn before they run. */
  readonly isSimulated?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** One live conversation. */
export interface Conversation {
  /** True when the conversation goes on from the given history. */
  readonly resumed?: boolean | undefined;
  /** Writes what happens to `turn`; may return the final text when the framework names one. */
  send(input: TurnInput, turn: Turn): Promise<string | undefined>;
  /**
   * Of a conversation that is played again: this turn, counted from 0, as it was recorded. It is kept as it stands, with its
   * ids, times and tokens, and `send` is not called.
   */
  recorded?(turn: number): RecordedTurn | undefined;
  state?(): SessionState | Promise<SessionState>;
  /** What it has to know of the turn that has just ended to go on after a crash, beside what is recorded of it: plain data. */
  memory?(): unknown;
  close?(): Promise<void>;
}

/** A turn that has run before. */
export interface RecordedTurn {
  readonly invocation: Invocation;
  /** What the agent had printed. */
  readonly output?: string | undefined;
}

/** Undefined: the agent does not say. */
export type SessionState = Readonly<Record<string, unknown>> | undefined;

/** A user message, or the answer to an earlier pause. */
export type TurnInput =
  | { readonly content: Content; readonly text: string }
  | { readonly answer: { readonly id: string; readonly value: unknown; readonly tool?: string } };

/** Token counts of one or more model calls. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly calls: number;
  readonly cached?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Who produced a step, and inside which tool calls (outermost first) when a sub-agent ran as a tool. */
export interface Origin {
  readonly author?: string | undefined;
  readonly within?: readonly string[] | undefined;
}

/** One thing an agent did in a turn. `at` is milliseconds since the turn began. */
export type Step = Origin & { readonly at: number } & (
    | { readonly type: "text"; readonly text: string; readonly thought?: boolean | undefined }
    | { readonly type: "call"; readonly id: string; readonly tool: string; readonly args: unknown }
    | {
        readonly type: "result";
        readonly id: string;
        readonly tool: string;
        readonly output?: unknown;
        readonly error?: string | undefined;
      }
    | {
        readonly type: "pause";
        readonly id: string;
        readonly why: "approval" | "input" | "pending";
        readonly tool?: string | undefined;
        readonly detail?: unknown;
      }
    | {
        readonly type: "usage";
        readonly usage: Usage;
        readonly model?: string | undefined;
        /** How long the call took, where it is known; it ended at `at`. */
        readonly milliseconds?: number | undefined;
        /** What the model was sent, where that is known. */
        readonly request?: ModelRequest | undefined;
      }
    | { readonly type: "fault"; readonly message: string; readonly code?: string | undefined }
  );

/** The recorder of one user turn. Written live, so a throw or a timeout keeps what happened so far. */
export interface Turn {
  readonly signal: AbortSignal;
  text(text: string, origin?: Origin & { thought?: boolean }): void;
  call(id: string, tool: string, args: unknown, origin?: Origin): void;
  result(
    id: string,
    tool: string | undefined,
    result: { output?: unknown; error?: string },
    origin?: Origin,
  ): void;
  pause(
    id: string,
    why: "approval" | "input" | "pending",
    options?: Origin & { tool?: string; detail?: unknown },
  ): void;
  fault(message: string, options?: Origin & { code?: string }): void;
  /**
   * To be called when the model has answered, with how long that took where it is known. `request` is what its client was
   * given, in any vendor's form: messages, instructions, tools and settings are kept of it.
   */
  usage(
    usage: Partial<Usage>,
    options?: Origin & { model?: string; milliseconds?: number; request?: unknown },
  ): void;
  has(type: "call" | "result", id: string): boolean;
}

/** A finished turn: done, waiting for the user, failed, or past its deadline. */
export interface TurnRecord {
  readonly steps: readonly Step[];
  readonly final: string | undefined;
  readonly milliseconds: number;
  readonly status: "done" | "paused" | "failed" | "timeout" | "cancelled";
  /** What went wrong, or what a turn past its deadline was waiting for. */
  readonly problem?: string | undefined;
}

/** Adapters are tried in order; the first whose `wrap` answers wins. No framework is imported by us. */
export interface AgentAdapter {
  readonly name: string;
  wrap(target: unknown, context: AdapterContext): Agent | undefined | Promise<Agent | undefined>;
}

export interface AdapterContext {
  /** A name for agents that have none: the folder or file they came from. */
  readonly name: string;
  /** The folder that relative paths of the agent start from. */
  readonly directory: string;
  /** Imports a package as the agent's own file would. */
  need(specifier: string): Promise<unknown>;
  /** Sub-agent to evaluate instead of the root. */
  readonly agentName?: string | undefined;
  /** The model to run it with in place of its own. Who follows it says so by `Agent.model`; of others it is refused. */
  readonly model?: string | undefined;
}
