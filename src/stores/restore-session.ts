import type { WholeSession } from "../core/traces/trace-store.ts";
import { nameIn } from "./insert-logs.ts";
import { logRow, spanRow } from "./trace-row.ts";
import type { TraceTables } from "./trace-tables.ts";

/** Puts a session into the tables as it was elsewhere. To be called within a transaction. */
export function restoreSession(whole: WholeSession, tables: TraceTables): boolean {
  const { session, traces, spans, logs } = whole;
  if (tables.session(session.id) !== undefined) return false;
  tables.saveSession(session);
  const counts = new Map<string, number>();
  for (const span of spans) {
    const { traceId, spanId } = span;
    const seq = tables.insertSpan({ traceId, spanId, ...spanRow(span) });
    if (seq !== undefined) counts.set(traceId, (counts.get(traceId) ?? 0) + 1);
  }
  for (const trace of traces) tables.saveTrace(trace, counts.get(trace.traceId) ?? 0);
  const receivedAt = receivedAtOf(whole);
  const names = new Set<string>();
  for (const log of logs) {
    const sessionName = nameIn(log);
    if (log.traceId === undefined && sessionName !== null) names.add(sessionName);
    tables.insertLog({ traceId: log.traceId ?? "", sessionName, receivedAt, ...logRow(log) });
  }
  for (const name of names) tables.adoptLogs(name, session.id, receivedAt);
  return true;
}

/** Of its last span, in milliseconds since 1970. */
export function receivedAtOf({ traces }: WholeSession): number {
  return Math.max(0, ...traces.map(({ receivedAt }) => receivedAt ?? 0));
}
