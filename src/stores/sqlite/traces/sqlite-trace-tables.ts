import type { DatabaseSync } from "node:sqlite";
import type {
  Session,
  SessionKey,
  SessionKeyKind,
  SessionTrace,
} from "../../../core/traces/session.ts";
import { fingerprintOf } from "../../trace-row.ts";
import type { TraceTables } from "../../trace-tables.ts";
import {
  ABSORB,
  ADOPT_LOGS,
  ADOPT_TRACES,
  INSERT_LOG,
  INSERT_SPAN,
  REMOVE_IF_EMPTY,
  UPSERT_SESSION,
  UPSERT_TRACE,
} from "./trace-schema.ts";

/** The tables of traces in an open database. */
export function sqliteTraceTables(database: DatabaseSync): TraceTables {
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
  const findTraces = database.prepare(
    "SELECT * FROM session_traces WHERE session_id = ? ORDER BY seq",
  );
  const findHead = database.prepare(
    "SELECT * FROM sessions WHERE key_kind = ? AND key = ? ORDER BY seq DESC LIMIT 1",
  );
  return {
    session: (id) => sessionOf(findSession.get(id)),
    trace: (traceId) => traceOf(findTrace.get(traceId)),
    tracesOf: (id) => findTraces.all(id).flatMap((row) => traceOf(row) ?? []),
    headOf: ({ kind, key }) => sessionOf(findHead.get(kind, key)),
    insertSpan({ traceId, spanId, checksum, body }) {
      return Number(insertSpan.run(traceId, spanId, checksum, body).changes) > 0;
    },
    insertLog(log) {
      const { traceId, sessionName, receivedAt, checksum, body } = log;
      const row = [fingerprintOf(log), traceId, sessionName, receivedAt, checksum, body];
      return Number(insertLog.run(...row).changes) > 0;
    },
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
    },
    absorb(id, into) {
      for (const statement of absorb) statement.run({ id, into });
    },
    removeIfEmpty: (id) => void removeIfEmpty.run(id),
    adoptLogs(name, id, since) {
      adoptTraces.run(id, name, since);
      adoptLogs.run(id, name, since);
    },
  };
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

function traceOf(row: Row | undefined): SessionTrace | undefined {
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
