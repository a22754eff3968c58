import { fingerprintOf } from "../../trace-row.ts";
import type { PostgresQuery } from "../postgres-client.ts";
import { toPlain, toPlainOrNull } from "./plain-text.ts";
import type { TraceChanges } from "./trace-overlay.ts";
import { ABSORB, INSERT_LOGS, INSERT_SPANS, UPSERT_SESSIONS, UPSERT_TRACES } from "./trace-sql.ts";

/** Writes what batches changed, a statement a table however much it is. To be called within their transaction. */
export async function writeChanges(query: PostgresQuery, changes: TraceChanges): Promise<void> {
  const { sessions, absorbed, traces, spans, logs, adopted } = changes;
  await write(query, UPSERT_SESSIONS, sessions, ({ id, key, runId, instanceId }) => [
    toPlain(id),
    key?.kind ?? null,
    toPlainOrNull(key?.key),
    toPlainOrNull(runId),
    toPlainOrNull(instanceId),
  ]);
  for (const { id, into } of absorbed) {
    for (const sql of ABSORB) await query(sql, [toPlain(id), toPlain(into)]);
  }
  await write(query, UPSERT_TRACES, traces, (trace) => [
    toPlain(trace.traceId),
    toPlain(trace.sessionId),
    trace.key?.kind ?? null,
    toPlainOrNull(trace.key?.key),
    digits(trace.keyStart),
    digits(trace.firstStart),
    digits(trace.lastEnd),
    trace.hasRoot,
    digits(trace.remoteRoot?.start),
    digits(trace.remoteRoot?.end),
    trace.isAgent,
    trace.receivedAt ?? null,
    trace.spanCount,
  ]);
  await write(query, INSERT_SPANS, spans, ({ traceId, spanId, checksum, body }) => [
    toPlain(traceId),
    toPlain(spanId),
    checksum,
    body,
  ]);
  await write(query, INSERT_LOGS, logs, (log) => [
    fingerprintOf(log),
    toPlain(log.traceId),
    toPlainOrNull(log.sessionName),
    toPlainOrNull(log.sessionId),
    log.receivedAt,
    log.checksum,
    log.body,
  ]);
  for (const { fingerprint, sessionId } of adopted) {
    await query("UPDATE assay.logs SET session_id = $2 WHERE fingerprint = $1", [
      fingerprint,
      toPlain(sessionId),
    ]);
  }
  await remove(query, "session_traces WHERE trace_id", changes.removedTraces);
  await remove(query, "sessions WHERE id", changes.removedSessions);
}

/** Rows as the arrays that the statement takes, one a column. */
async function write<Row>(
  query: PostgresQuery,
  sql: string,
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly unknown[],
): Promise<void> {
  if (rows.length === 0) return;
  const all = rows.map(valuesOf);
  const columns = (all[0] ?? []).map((_, column) => all.map((values) => values[column]));
  await query(sql, columns);
}

async function remove(query: PostgresQuery, where: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await query(`DELETE FROM assay.${where} = ANY($1)`, [ids.map(toPlain)]);
}

function digits(time: bigint | undefined): string | null {
  return time === undefined ? null : time.toString();
}
