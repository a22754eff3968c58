import { type Session, type SessionTrace, sessionCompleteAt } from "../core/traces/session.ts";
import {
  type RetentionLimits,
  type TraceLimits,
  type TraceStore,
  usualTraceLimits,
} from "../core/traces/trace-store.ts";
import { insertBatch } from "./insert-batch.ts";
import { restoreSession } from "./restore-session.ts";
import { expiredSessions, type ListedSession, listing } from "./session-listing.ts";
import { fingerprintOf, logOf, spanOf } from "./trace-row.ts";
import type { StoredLog, StoredSpan, TraceTables } from "./trace-tables.ts";

export interface MemoryTraceStoreOptions {
  readonly limits?: Partial<TraceLimits> | undefined;
}

/** Traces for as long as the process lives: for tests, and for programs that want no files. */
export function memoryTraceStore({ limits }: MemoryTraceStoreOptions = {}): TraceStore {
  const traceLimits = { ...usualTraceLimits, ...limits };
  const sessions = new Map<string, Session & { readonly golden: boolean }>();
  const traces = new Map<string, SessionTrace>();
  const spans = new Map<string, StoredSpan & { readonly seq: number }>();
  let seq = 0;
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
    completeAt: (id) => sessionCompleteAt(tracesOf(id)),
    headOf: ({ kind, key }) =>
      [...sessions.values()].findLast((each) => each.key?.kind === kind && each.key.key === key),
    insertSpan(span) {
      const id = spanKey(span.traceId, span.spanId);
      if (spans.has(id)) return undefined;
      seq += 1;
      spans.set(id, { ...span, seq });
      return seq;
    },
    removeSpan(given) {
      for (const [id, span] of spans) if (span.seq === given) spans.delete(id);
    },
    hasSpan: (traceId, spanId) => spans.has(spanKey(traceId, spanId)),
    traceSpans: (id) => [...spans.values()].filter(({ traceId }) => traceId === id).length,
    sessionSpans: (id) => spansOf(id).length,
    hasLog: (log) => logs.has(fingerprintOf(log)),
    traceLogs: (id) => [...logs.values()].filter(({ traceId }) => traceId === id).length,
    sessionLogs: (id) => logsOf(id).length,
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
    removeTrace: (traceId) => void traces.delete(traceId),
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

  function removeStrayLogs({ othersAge, now }: RetentionLimits): void {
    if (othersAge === undefined) return;
    for (const [place, log] of logs) {
      const isStray = log.sessionId === undefined && !traces.has(log.traceId);
      if (isStray && log.receivedAt < now - othersAge) logs.delete(place);
    }
  }

  return {
    append: async (batch) => insertBatch(batch, tables, traceLimits),
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
    async restore(whole) {
      if (!restoreSession(whole, tables)) return false;
      const { id } = whole.session;
      sessions.set(id, { ...whole.session, golden: whole.golden });
      return true;
    },
    async markGolden(id, golden) {
      const session = sessions.get(id);
      if (session === undefined) return false;
      sessions.set(id, { ...session, golden });
      return true;
    },
    async remove(id) {
      const isThere = sessions.has(id);
      remove(id);
      return isThere;
    },
    async retain(limits) {
      const expired = expiredSessions(listed().map(listing), limits);
      for (const id of expired) remove(id);
      removeStrayLogs(limits);
      return expired;
    },
    async close() {},
  };
}

function spanKey(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}

/** A trace that is known by its log records only. */
function logsAlone({ traceId }: StoredLog, sessionId: string): SessionTrace {
  return { traceId, sessionId, hasRoot: false, isAgent: false };
}
