import type { Session, SessionTrace, TraceSighting } from "./session.ts";
import type { LogRecord, Span } from "./span.ts";

/**
 * Spans and log records as they came, put together to sessions. What `append` acknowledged is durable, whatever becomes of
 * the process.
 */
export interface TraceStore {
  /**
   * Keeps a batch whole or not at all. A span that is there already (by the ids of its trace and of itself) and a log record
   * that says the same as another are kept once, so that a sender may try again.
   */
  append(batch: TraceBatch): Promise<AppendedBatch>;
  /** In the order of their first span or log record. */
  sessions(): Promise<readonly SessionListing[]>;
  /** In the order they came; nothing where there is no such session. */
  spans(sessionId: string): AsyncIterable<Span>;
  logs(sessionId: string): AsyncIterable<LogRecord>;
  /**
   * Takes over a session as another store has it, under the same id and with the same traces, however long ago it was. False
   * where one of that id is there already, which stays as it is.
   */
  restore(session: WholeSession): Promise<boolean>;
  /** False where there is no such session. A golden session is what others are compared with, and is never forgotten. */
  markGolden(sessionId: string, golden: boolean): Promise<boolean>;
  /** Forgets a session with all it has, golden or not. False where there is no such session. */
  remove(sessionId: string): Promise<boolean>;
  /** Forgets the oldest sessions beyond what is allowed, and says which. Those under way and golden ones stay. */
  retain(limits: RetentionLimits): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A session with all it has, to be kept elsewhere. */
export interface WholeSession {
  readonly session: Session;
  readonly golden: boolean;
  readonly traces: readonly SessionTrace[];
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
}

/** What came together. */
export interface TraceBatch {
  readonly spans: readonly Span[];
  readonly logs: readonly LogRecord[];
  /** What the spans show of their traces, each trace once. */
  readonly traces: readonly TraceSighting[];
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** How much of a batch was new, and how much of that was not kept, since its trace or session is full. */
export interface AppendedBatch {
  readonly spans: number;
  readonly logs: number;
  readonly rejectedSpans: number;
  readonly rejectedLogs: number;
}

/** How much one trace and one session may have: a sender that never ends must not fill the disk or a reader's memory. */
export interface TraceLimits {
  readonly spansPerTrace: number;
  readonly logsPerTrace: number;
  readonly spansPerSession: number;
  readonly logsPerSession: number;
}

export const usualTraceLimits: TraceLimits = {
  spansPerTrace: 10_000,
  logsPerTrace: 5_000,
  spansPerSession: 50_000,
  logsPerSession: 20_000,
};

export interface SessionListing extends Session {
  readonly traceIds: readonly string[];
  readonly spanCount: number;
  readonly logCount: number;
  /** Undefined where no span says when it was. */
  readonly firstStart?: bigint | undefined;
  readonly lastEnd?: bigint | undefined;
  /** When the last span came, in milliseconds since 1970. */
  readonly receivedAt?: number | undefined;
  /** From then on, in milliseconds since 1970, nothing more is expected. */
  readonly completeAt: number;
  /** False for traces that tell of no agent, model or tool. */
  readonly isAgent: boolean;
  readonly golden: boolean;
}

export interface RetentionLimits {
  /** Sessions that tell of an agent. */
  readonly sessions?: number | undefined;
  /** Milliseconds since their last span. */
  readonly age?: number | undefined;
  /** Spans of all sessions together. */
  readonly spans?: number | undefined;
  /** Milliseconds for what tells of no agent, and for log records that found no session. */
  readonly othersAge?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}
