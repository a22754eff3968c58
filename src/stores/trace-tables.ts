import type { SessionDirectory } from "../core/traces/route-trace.ts";
import type { Session, SessionTrace } from "../core/traces/session.ts";
import type { TraceRow } from "./trace-row.ts";

/** What a store of traces does with its tables; which session a trace belongs to is the same for all of them. */
export interface TraceTables extends SessionDirectory {
  /** Undefined where the span is there already, else what it is removed by. */
  insertSpan(span: StoredSpan): number | undefined;
  removeSpan(seq: number): void;
  hasSpan(traceId: string, spanId: string): boolean;
  /** Of a trace, and of all traces of a session. */
  traceSpans(traceId: string): number;
  sessionSpans(sessionId: string): number;
  /** False where the log record is there already. */
  insertLog(log: StoredLog): boolean;
  hasLog(log: StoredLog): boolean;
  traceLogs(traceId: string): number;
  sessionLogs(sessionId: string): number;
  saveSession(session: Session): void;
  /** `spans` were added to it. */
  saveTrace(trace: SessionTrace, spans: number): void;
  removeTrace(traceId: string): void;
  /** One session becomes part of another, which is golden where either was. */
  absorb(sessionId: string, into: string): void;
  /** Removes a session that has no traces left. */
  removeIfEmpty(sessionId: string): void;
  /** Log records that name a session and belong to none are its own, if they came since. */
  adoptLogs(name: string, sessionId: string, since: number): void;
}

export interface StoredSpan extends TraceRow {
  readonly traceId: string;
  readonly spanId: string;
}

export interface StoredLog extends TraceRow {
  /** "" where it has none. */
  readonly traceId: string;
  /** The session that its sender names. */
  readonly sessionName: string | null;
  readonly receivedAt: number;
}
