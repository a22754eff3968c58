import { routeTrace, type SessionDirectory, sessionOfLogs } from "../core/traces/route-trace.ts";
import type { Session, SessionTrace } from "../core/traces/session.ts";
import type { LogRecord } from "../core/traces/span.ts";
import type { AppendedBatch, TraceBatch } from "../core/traces/trace-store.ts";
import { logRow, spanRow, type TraceRow } from "./trace-row.ts";

/** What a store of traces does with its tables; which session a trace belongs to is the same for all of them. */
export interface TraceTables extends SessionDirectory {
  /** False where the span is there already. */
  insertSpan(span: StoredSpan): boolean;
  /** False where the log record is there already. */
  insertLog(log: StoredLog): boolean;
  saveSession(session: Session): void;
  /** `spans` were added to it. */
  saveTrace(trace: SessionTrace, spans: number): void;
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

/** How long log records wait for the spans of the session they name. */
const LOGS_WAIT = 60_000;

/** Puts a batch into the tables. To be called within a transaction. */
export function insertBatch(batch: TraceBatch, tables: TraceTables): AppendedBatch {
  const { receivedAt } = batch;
  const added = new Map<string, number>();
  let spans = 0;
  for (const span of batch.spans) {
    const { traceId, spanId } = span;
    if (!tables.insertSpan({ traceId, spanId, ...spanRow(span) })) continue;
    added.set(traceId, (added.get(traceId) ?? 0) + 1);
    spans += 1;
  }
  for (const sighting of batch.traces) {
    const count = added.get(sighting.traceId) ?? 0;
    const before = tables.trace(sighting.traceId)?.sessionId;
    const route = routeTrace(sighting, tables, count > 0 ? receivedAt : undefined);
    tables.saveSession(route.session);
    if (route.absorbed !== undefined) tables.absorb(route.absorbed, route.session.id);
    tables.saveTrace(route.trace, count);
    if (before !== undefined && before !== route.session.id) tables.removeIfEmpty(before);
    const { key } = route.session;
    if (key?.kind === "name") {
      tables.adoptLogs(key.key, route.session.id, receivedAt - LOGS_WAIT);
    }
  }
  return { spans, logs: insertLogs(batch, tables) };
}

function insertLogs({ logs, receivedAt }: TraceBatch, tables: TraceTables): number {
  let count = 0;
  const names = new Set<string>();
  for (const log of logs) {
    const sessionName = nameIn(log);
    const { traceId = "" } = log;
    if (!tables.insertLog({ traceId, sessionName, receivedAt, ...logRow(log) })) continue;
    count += 1;
    if (sessionName !== null) names.add(sessionName);
  }
  for (const name of names) {
    const session = sessionOfLogs(name, tables, receivedAt);
    if (session !== undefined) tables.adoptLogs(name, session.id, receivedAt);
  }
  return count;
}

function nameIn({ resource }: LogRecord): string | null {
  const name = resource.attributes["agentevals.session_name"];
  return typeof name === "string" && name !== "" ? name : null;
}
