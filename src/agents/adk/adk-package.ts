import type { Content } from "../../core/content.ts";
import type { AdkEvent } from "./adk-event.ts";

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
  readonly pluginManager?: object;
  runAsync(request: {
    readonly userId: string;
    readonly sessionId: string;
    readonly newMessage: Content;
    readonly abortSignal: AbortSignal;
    readonly runConfig: { readonly streamingMode: "none" | "sse" };
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
