import type { DatabaseSync } from "node:sqlite";
import type { SessionTrace } from "../../../core/traces/session.ts";
import type { SessionListing } from "../../../core/traces/trace-store.ts";
import { listing } from "../../session-listing.ts";
import { sessionOf, traceOf } from "./sqlite-trace-tables.ts";
import { LOG_COUNTS } from "./trace-schema.ts";

/** All sessions, by three questions however many there are. */
export function listSessions(database: DatabaseSync): readonly SessionListing[] {
  const traces = new Map<string, SessionTrace[]>();
  const spans = new Map<string, number>();
  for (const row of database.prepare("SELECT * FROM session_traces ORDER BY seq").all()) {
    const trace = traceOf(row);
    if (trace === undefined) continue;
    const { sessionId } = trace;
    const own = traces.get(sessionId);
    if (own === undefined) traces.set(sessionId, [trace]);
    else own.push(trace);
    spans.set(sessionId, (spans.get(sessionId) ?? 0) + Number(row.span_count));
  }
  const logs = new Map(
    database
      .prepare(LOG_COUNTS)
      .all()
      .map(({ id, n }) => [String(id), Number(n)]),
  );
  const rows = database.prepare("SELECT * FROM sessions ORDER BY seq").all();
  return rows.flatMap((row) => {
    const session = sessionOf(row);
    if (session === undefined) return [];
    const { id } = session;
    return listing({
      session,
      golden: row.golden === 1,
      traces: traces.get(id) ?? [],
      spanCount: spans.get(id) ?? 0,
      logCount: logs.get(id) ?? 0,
    });
  });
}
