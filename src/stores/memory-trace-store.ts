import type { Session, SessionTrace } from "../core/traces/session.ts";
import type { TraceStore } from "../core/traces/trace-store.ts";
import { expiredSessions, type ListedSession, listing } from "./session-listing.ts";
import { fingerprintOf, logOf, spanOf } from "./trace-row.ts";
import { insertBatch, type StoredLog, type StoredSpan, type TraceTables } from "./trace-tables.ts";

/** Traces for as long as the process lives: for tests, and for programs that want no files. */
export function memoryTraceStore(): TraceStore {
  const sessions = new Map<string, Session & { readonly golden: boolean }>();
  const traces = new Map<string, SessionTrace>();
  const spans = new Map<string, StoredSpan>();
  const logs = new Map<string, StoredLog & { readonly sessionId?: string }>();

  const tracesOf = (id: string) => [...traces.values()].filter(({ sessionId }) => sessionId === id);
  const logsOf = (id: string) =>
    [...logs.values()].filter(
      (log) => log.sessionId === id || traces.get(log.traceId)?.sessionId === id,
    );
  const spansOf = (id: string) =>
    [...spans.values()].filter(({ traceId }) => traces.get(traceId)?.sessionId === id);

  const tables: TraceTables = {
    session: (id) => sessions.get(id),
    trace: (traceId) => traces.get(traceId),
    tracesOf,
    headOf: ({ kind, key }) =>
      [...sessions.values()].findLast((each) => each.key?.kind === kind && each.key.key === key),
    insertSpan(span) {
      const id = JSON.stringify([span.traceId, span.spanId]);
      if (spans.has(id)) return false;
      spans.set(id, span);
      return true;
    },
    insertLog(log) {
      const id = fingerprintOf(log);
      if (logs.has(id)) return false;
      logs.set(id, log);
      return true;
    },
    saveSession(session) {
      sessions.set(session.id, { ...session, golden: sessions.get(session.id)?.golden ?? false });
    },
    saveTrace: (trace) => void traces.set(trace.traceId, trace),
    absorb(id, into) {
      for (const trace of tracesOf(id)) traces.set(trace.traceId, { ...trace, sessionId: into });
      for (const [place, log] of logs) {
        if (log.sessionId === id) logs.set(place, { ...log, sessionId: into });
      }
      const session = sessions.get(into);
      const golden = session?.golden === true || sessions.get(id)?.golden === true;
      if (session !== undefined) sessions.set(into, { ...session, golden });
    },
    removeIfEmpty(id) {
      if (tracesOf(id).length === 0) sessions.delete(id);
    },
    adoptLogs(name, sessionId, since) {
      for (const [place, log] of logs) {
        if (log.sessionName !== name || log.receivedAt < since) continue;
        if (log.traceId === "") logs.set(place, { sessionId, ...log });
        else if (!traces.has(log.traceId)) traces.set(log.traceId, logsAlone(log, sessionId));
      }
    },
  };

  function listed(): readonly ListedSession[] {
    return [...sessions.values()].map((session) => ({
      session,
      golden: session.golden,
      traces: tracesOf(session.id),
      spanCount: spansOf(session.id).length,
      logCount: logsOf(session.id).length,
    }));
  }
  function remove(id: string): void {
    for (const [place, log] of logs) if (logsOf(id).includes(log)) logs.delete(place);
    for (const [place, { traceId }] of spans) {
      if (traces.get(traceId)?.sessionId === id) spans.delete(place);
    }
    for (const { traceId } of tracesOf(id)) traces.delete(traceId);
    sessions.delete(id);
  }

  return {
    append: async (batch) => insertBatch(batch, tables),
    sessions: async () => listed().map(listing),
    async *spans(id) {
      for (const row of spansOf(id)) {
        const span = spanOf(row);
        if (span !== undefined) yield span;
      }
    },
    async *logs(id) {
      for (const row of logsOf(id)) {
        const log = logOf(row);
        if (log !== undefined) yield log;
      }
    },
    async markGolden(id, golden) {
      const session = sessions.get(id);
      if (session === undefined) return false;
      sessions.set(id, { ...session, golden });
      return true;
    },
    async retain(limits) {
      const expired = expiredSessions(listed().map(listing), limits);
      for (const id of expired) remove(id);
      return expired;
    },
    async close() {},
  };
}

/** A trace that is known by its log records only. */
function logsAlone({ traceId }: StoredLog, sessionId: string): SessionTrace {
  return { traceId, sessionId, hasRoot: false, isAgent: false };
}
