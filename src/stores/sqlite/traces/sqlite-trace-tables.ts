import type { DatabaseSync } from "node:sqlite";
import {
  type Session,
  type SessionKey,
  type SessionKeyKind,
  type SessionTrace,
  sessionCompleteAt,
} from "../../../core/traces/session.ts";
import { fingerprintOf } from "../../trace-row.ts";
import type { TraceTables } from "../../trace-tables.ts";
import {
  ABSORB,
  ADOPT_LOGS,
  ADOPT_TRACES,
  COUNT_LOGS,
  INSERT_LOG,
  INSERT_SPAN,
  REMOVE_IF_EMPTY,
  SESSION_TOTALS,
  UPSERT_SESSION,
  UPSERT_TRACE,
} from "./trace-schema.ts";

/** The tables of traces in an open database. */
export interface SqliteTraceTables extends TraceTables {
  /** To be called within each transaction: what others wrote meanwhile counts. */
  begin(): void;
}

export function sqliteTraceTables(database: DatabaseSync): SqliteTraceTables {
  const insertSpan = database.prepare(INSERT_SPAN);
  const insertLog = database.prepare(INSERT_LOG);
  const upsertSession = database.prepare(UPSERT_SESSION);
  const upsertTrace = database.prepare(UPSERT_TRACE);
  const adoptTraces = database.prepare(ADOPT_TRACES);
  const adoptLogs = database.prepare(ADOPT_LOGS);
  const absorb = ABSORB.map((sql) => database.prepare(sql));
  const removeIfEmpty = database.prepare(REMOVE_IF_EMPTY);
  const findSession = database.prepare("SELECT * FROM sessions WHERE id = ?");
  const findTrace = database.prepare("SELECT * FROM session_traces WHERE trace_id = ?");
  const findTotals = database.prepare(SESSION_TOTALS);
  const findSpan = database.prepare("SELECT 1 FROM spans WHERE trace_id = ? AND span_id = ?");
  const deleteSpan = database.prepare("DELETE FROM spans WHERE seq = ?");
  const deleteTrace = database.prepare("DELETE FROM session_traces WHERE trace_id = ?");
  const findLog = database.prepare("SELECT 1 FROM logs WHERE fingerprint = ?");
  const countTraceLogs = database.prepare("SELECT count(*) AS n FROM logs WHERE trace_id = ?");
  const countLogs = database.prepare(COUNT_LOGS);
  const findHead = database.prepare(
    "SELECT * FROM sessions WHERE key_kind = ? AND key = ? ORDER BY seq DESC LIMIT 1",
  );
  /** Of sessions that were asked for in this transaction, which many traces of one session do. */
  const totals = new Map<string, SessionTotals>();
  function totalsOf(id: string): SessionTotals {
    const known = totals.get(id);
    if (known !== undefined) return known;
    const { spans, completeAt } = findTotals.get(id) ?? {};
    const found = { spans: Number(spans), completeAt: Number(completeAt) };
    totals.set(id, found);
    return found;
  }
  return {
    begin: () => totals.clear(),
    session: (id) => sessionOf(findSession.get(id)),
    trace: (traceId) => traceOf(findTrace.get(traceId)),
    completeAt: (id) => totalsOf(id).completeAt,
    headOf: ({ kind, key }) => sessionOf(findHead.get(kind, key)),
    insertSpan({ traceId, spanId, checksum, body }) {
      const { changes, lastInsertRowid } = insertSpan.run(traceId, spanId, checksum, body);
      return Number(changes) > 0 ? Number(lastInsertRowid) : undefined;
    },
    removeSpan: (seq) => void deleteSpan.run(seq),
    hasSpan: (traceId, spanId) => findSpan.get(traceId, spanId) !== undefined,
    traceSpans: (traceId) => Number(findTrace.get(traceId)?.span_count ?? 0),
    sessionSpans: (id) => totalsOf(id).spans,
    insertLog(log) {
      const { traceId, sessionName, receivedAt, checksum, body } = log;
      const row = [fingerprintOf(log), traceId, sessionName, receivedAt, checksum, body];
      return Number(insertLog.run(...row).changes) > 0;
    },
    hasLog: (log) => findLog.get(fingerprintOf(log)) !== undefined,
    traceLogs: (traceId) => Number(countTraceLogs.get(traceId)?.n ?? 0),
    sessionLogs: (id) => Number(countLogs.get(id)?.n ?? 0),
    saveSession({ id, key, runId, instanceId }) {
      upsertSession.run(id, key?.kind ?? null, key?.key ?? null, runId ?? null, instanceId ?? null);
    },
    saveTrace(trace, spans) {
      upsertTrace.run(
        trace.traceId,
        trace.sessionId,
        trace.key?.kind ?? null,
        trace.key?.key ?? null,
        digits(trace.keyStart),
        digits(trace.firstStart),
        digits(trace.lastEnd),
        Number(trace.hasRoot),
        digits(trace.remoteRoot?.start),
        digits(trace.remoteRoot?.end),
        Number(trace.isAgent),
        trace.receivedAt ?? null,
        spans,
      );
      const known = totals.get(trace.sessionId);
      if (known === undefined) return;
      known.spans += spans;
      known.completeAt = Math.max(known.completeAt, sessionCompleteAt([trace]));
    },
    removeTrace: (traceId) => void deleteTrace.run(traceId),
    absorb(id, into) {
      totals.clear();
      for (const statement of absorb) statement.run({ id, into });
    },
    removeIfEmpty(id) {
      totals.clear();
      removeIfEmpty.run(id);
    },
    adoptLogs(name, id, since) {
      adoptTraces.run(id, name, since);
      adoptLogs.run(id, name, since);
    },
  };
}

interface SessionTotals {
  spans: number;
  completeAt: number;
}

type Row = Readonly<Record<string, unknown>>;

export function sessionOf(row: Row | undefined): Session | undefined {
  if (row === undefined) return undefined;
  return {
    id: String(row.id),
    key: keyOf(row),
    runId: textOf(row.run_id),
    instanceId: textOf(row.instance_id),
  };
}

export function traceOf(row: Row | undefined): SessionTrace | undefined {
  if (row === undefined) return undefined;
  const start = timeOf(row.remote_start);
  const end = timeOf(row.remote_end);
  return {
    traceId: String(row.trace_id),
    sessionId: String(row.session_id),
    key: keyOf(row),
    keyStart: timeOf(row.key_start),
    firstStart: timeOf(row.first_start),
    lastEnd: timeOf(row.last_end),
    hasRoot: row.has_root === 1,
    remoteRoot: start === undefined || end === undefined ? undefined : { start, end },
    isAgent: row.is_agent === 1,
    receivedAt: row.received_at === null ? undefined : Number(row.received_at),
  };
}

function keyOf({ key_kind: kind, key }: Row): SessionKey | undefined {
  return typeof kind === "string" ? { kind: kind as SessionKeyKind, key: String(key) } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function timeOf(value: unknown): bigint | undefined {
  return typeof value === "string" ? BigInt(value) : undefined;
}

function digits(time: bigint | undefined): string | null {
  return time === undefined ? null : time.toString().padStart(20, "0");
}
