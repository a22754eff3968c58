import {
  type Session,
  type SessionKey,
  type SessionTrace,
  sessionCompleteAt,
} from "../../../core/traces/session.ts";
import { fingerprintOf } from "../../trace-row.ts";
import type { StoredLog, StoredSpan, TraceTables } from "../../trace-tables.ts";
import { type SessionTotals, spanKey, type TraceFacts, type WaitingLog } from "./trace-facts.ts";

/** The tables as far as some batches need them, in memory: they are changed here, and written all at once. */
export interface TraceOverlay {
  readonly tables: TraceTables;
  changes(): TraceChanges;
}

/** In the order in which they are to be written. */
export interface TraceChanges {
  readonly sessions: readonly Session[];
  readonly absorbed: readonly { readonly id: string; readonly into: string }[];
  readonly traces: readonly (SessionTrace & { readonly spanCount: number })[];
  readonly spans: readonly StoredSpan[];
  readonly logs: readonly (StoredLog & { readonly sessionId: string | undefined })[];
  /** Log records that were there, and have their session now. */
  readonly adopted: readonly { readonly fingerprint: string; readonly sessionId: string }[];
  readonly removedTraces: readonly string[];
  readonly removedSessions: readonly string[];
}

export function traceOverlay(facts: TraceFacts): TraceOverlay {
  const sessions = new Map(facts.sessions.map((session) => [session.id, session]));
  const traces = new Map<string, SessionTrace>(facts.traces.map((each) => [each.traceId, each]));
  const spanCounts = new Map(facts.traces.map(({ traceId, spanCount }) => [traceId, spanCount]));
  const totals = new Map([...facts.totals].map(([id, each]) => [id, { ...each }]));
  const logCounts = new Map(facts.logCounts);
  const spans = new Map<string, StoredSpan & { readonly seq: number }>();
  const spanOfSeq = new Map<number, string>();
  const logs = new Map<string, StoredLog>();
  const sessionOfLog = new Map<string, string>();
  const waiting: WaitingLog[] = [...facts.waiting];
  const changed = { sessions: new Set<string>(), traces: new Set<string>() };
  const absorbed: { id: string; into: string }[] = [];
  const removed = { sessions: new Set<string>(), traces: new Set<string>() };
  let seq = 0;

  function totalsOf(id: string): SessionTotals {
    const known = totals.get(id) ?? { spans: 0, completeAt: 0, traces: 0, logs: 0 };
    totals.set(id, known);
    return known;
  }
  const countOf = (traceId: string) => spanCounts.get(traceId) ?? 0;

  function putTrace(trace: SessionTrace, added: number): void {
    const { traceId, sessionId } = trace;
    const before = traces.get(traceId);
    const count = countOf(traceId);
    if (before?.sessionId !== sessionId) {
      if (before !== undefined) take(totalsOf(before.sessionId), count, logCounts.get(traceId));
      give(totalsOf(sessionId), count, logCounts.get(traceId));
    }
    const into = totalsOf(sessionId);
    into.spans += added;
    into.completeAt = Math.max(into.completeAt, sessionCompleteAt([trace]));
    spanCounts.set(traceId, count + added);
    traces.set(traceId, trace);
    changed.traces.add(traceId);
    removed.traces.delete(traceId);
  }

  function adopt({ fingerprint, traceId }: WaitingLog, sessionId: string): void {
    if (traceId !== "") {
      if (!traces.has(traceId)) putTrace(logsAlone(traceId, sessionId), 0);
    } else if (!sessionOfLog.has(fingerprint)) {
      sessionOfLog.set(fingerprint, sessionId);
      totalsOf(sessionId).logs += 1;
    }
  }

  const tables: TraceTables = {
    session: (id) => sessions.get(id),
    trace: (traceId) => traces.get(traceId),
    completeAt: (id) => totalsOf(id).completeAt,
    headOf: ({ kind, key }: SessionKey) =>
      [...sessions.values()].findLast((each) => each.key?.kind === kind && each.key.key === key),
    insertSpan(span) {
      const key = spanKey(span.traceId, span.spanId);
      if (facts.spans.has(key) || spans.has(key)) return undefined;
      seq += 1;
      spans.set(key, { ...span, seq });
      spanOfSeq.set(seq, key);
      return seq;
    },
    removeSpan: (given) => void spans.delete(spanOfSeq.get(given) ?? ""),
    hasSpan(traceId, spanId) {
      const key = spanKey(traceId, spanId);
      return facts.spans.has(key) || spans.has(key);
    },
    traceSpans: countOf,
    sessionSpans: (id) => totalsOf(id).spans,
    hasLog(log) {
      const id = fingerprintOf(log);
      return facts.logs.has(id) || logs.has(id);
    },
    insertLog(log) {
      const id = fingerprintOf(log);
      if (facts.logs.has(id) || logs.has(id)) return false;
      logs.set(id, log);
      logCounts.set(log.traceId, (logCounts.get(log.traceId) ?? 0) + 1);
      const { traceId, sessionName, receivedAt } = log;
      const owner = traces.get(traceId)?.sessionId;
      if (owner !== undefined) totalsOf(owner).logs += 1;
      else if (sessionName !== null) {
        waiting.push({ fingerprint: id, traceId, sessionName, receivedAt });
      }
      return true;
    },
    traceLogs: (traceId) => logCounts.get(traceId) ?? 0,
    sessionLogs: (id) => totalsOf(id).logs,
    saveSession(session) {
      sessions.set(session.id, session);
      changed.sessions.add(session.id);
      removed.sessions.delete(session.id);
    },
    saveTrace: putTrace,
    removeTrace(traceId) {
      const { sessionId } = traces.get(traceId) ?? {};
      if (sessionId !== undefined) totalsOf(sessionId).traces -= 1;
      traces.delete(traceId);
      changed.traces.delete(traceId);
      removed.traces.add(traceId);
    },
    absorb(id, into) {
      absorbed.push({ id, into });
      for (const trace of traces.values()) {
        if (trace.sessionId === id) traces.set(trace.traceId, { ...trace, sessionId: into });
      }
      for (const [log, sessionId] of sessionOfLog) {
        if (sessionId === id) sessionOfLog.set(log, into);
      }
      const [from, to] = [totalsOf(id), totalsOf(into)];
      to.spans += from.spans;
      to.traces += from.traces;
      to.logs += from.logs;
      to.completeAt = Math.max(to.completeAt, from.completeAt);
      totals.delete(id);
    },
    removeIfEmpty(id) {
      if (totalsOf(id).traces > 0 || !sessions.delete(id)) return;
      changed.sessions.delete(id);
      removed.sessions.add(id);
    },
    adoptLogs(name, sessionId, since) {
      const named = waiting.filter((log) => log.sessionName === name && log.receivedAt >= since);
      for (const log of named) adopt(log, sessionId);
    },
  };

  return {
    tables,
    changes: () => ({
      sessions: [...changed.sessions].flatMap((id) => sessions.get(id) ?? []),
      absorbed,
      traces: [...changed.traces].flatMap((id) => {
        const trace = traces.get(id);
        return trace === undefined ? [] : [{ ...trace, spanCount: countOf(id) }];
      }),
      spans: [...spans.values()],
      logs: [...logs].map(([id, log]) => ({ ...log, sessionId: sessionOfLog.get(id) })),
      adopted: [...sessionOfLog].flatMap(([fingerprint, sessionId]) =>
        logs.has(fingerprint) ? [] : [{ fingerprint, sessionId }],
      ),
      removedTraces: [...removed.traces],
      removedSessions: [...removed.sessions],
    }),
  };
}

/** A trace that is known by its log records only. */
function logsAlone(traceId: string, sessionId: string): SessionTrace {
  return { traceId, sessionId, hasRoot: false, isAgent: false };
}

function take(from: SessionTotals, spans: number, logs = 0): void {
  from.traces -= 1;
  from.spans -= spans;
  from.logs -= logs;
}

function give(to: SessionTotals, spans: number, logs = 0): void {
  to.traces += 1;
  to.spans += spans;
  to.logs += logs;
}
