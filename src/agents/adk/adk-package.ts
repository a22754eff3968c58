import type { Content, FunctionCall, FunctionResponse } from "../../core/content.ts";
import type { SessionEvent } from "../../core/session-event.ts";

/** The part of `@google/adk` 2.x that we use. It is loaded from the agent's own packages, never by us. */
export interface AdkPackage {
  readonly Runner: new (options: object) => AdkRunner;
  readonly InMemorySessionService: new () => AdkSessionService;
  readonly InMemoryArtifactService: new () => object;
  readonly InMemoryMemoryService: new () => object;
  readonly BasePlugin: new (name: string) => object;
  createEvent(event: object): AdkEvent;
}

interface AdkRunner {
  runAsync(request: {
    readonly userId: string;
    readonly sessionId: string;
    readonly newMessage: Content;
    readonly abortSignal: AbortSignal;
    readonly runConfig: { readonly streamingMode: "none" };
  }): AsyncIterable<AdkEvent>;
}

interface AdkSessionKey {
  readonly appName: string;
  readonly userId: string;
  readonly sessionId: string;
}

interface AdkSession {
  readonly id: string;
  readonly appName: string;
  readonly state: Readonly<Record<string, unknown>>;
}

export interface AdkSessionService {
  createSession(key: AdkSessionKey & { readonly state: object }): Promise<AdkSession>;
  getSession(key: AdkSessionKey): Promise<AdkSession | undefined>;
  appendEvent(request: AdkAppend): Promise<AdkEvent>;
}

export interface AdkAppend {
  readonly session: AdkSession;
  readonly event: AdkEvent;
}

/** An event as a runner yields it. */
export interface AdkEvent extends SessionEvent {
  readonly id: string;
  /** Where it happened: names of agents, and of nodes with the call that ran them as `name@call`. */
  readonly branch?: string | undefined;
  readonly actions?: {
    /** What tools asked of the user, by call id. */
    readonly requestedToolConfirmations?: Readonly<Record<string, unknown>> | undefined;
    readonly requestedAuthConfigs?: Readonly<Record<string, unknown>> | undefined;
    readonly [other: string]: unknown;
  };
}

/** A call or a response with its id, which every event of ADK's has. */
export type AdkCall = FunctionCall & { readonly id: string; readonly name: string };
export type AdkResponse = FunctionResponse & { readonly id: string; readonly name: string };
