import type { SessionTrace } from "../../../core/traces/session.ts";
import type { SessionListing } from "../../../core/traces/trace-store.ts";
import { listing } from "../../session-listing.ts";
import type { PostgresQuery } from "../postgres-client.ts";
import { fromPlain } from "./plain-text.ts";
import { type SessionRow, type SessionTraceRow, sessionOf, traceOf } from "./trace-rows.ts";
import { LOG_COUNTS } from "./trace-sql.ts";

/** All sessions, by three questions however many there are. */
export async function listSessions(query: PostgresQuery): Promise<readonly SessionListing[]> {
  const traces = new Map<string, SessionTrace[]>();
  const spans = new Map<string, number>();
  for (const row of await query<SessionTraceRow>(
    "SELECT * FROM assay.session_traces ORDER BY seq",
  )) {
    const trace = traceOf(row);
    const { sessionId } = trace;
    const own = traces.get(sessionId);
    if (own === undefined) traces.set(sessionId, [trace]);
    else own.push(trace);
    spans.set(sessionId, (spans.get(sessionId) ?? 0) + row.span_count);
  }
  const counts = await query<{ id: string; n: number }>(LOG_COUNTS);
  const logs = new Map(counts.map(({ id, n }) => [fromPlain(id), n]));
  const rows = await query<SessionRow>("SELECT * FROM assay.sessions ORDER BY seq");
  return rows.map((row) => {
    const session = sessionOf(row);
    const { id } = session;
    return listing({
      session,
      golden: row.golden,
      traces: traces.get(id) ?? [],
      spanCount: spans.get(id) ?? 0,
      logCount: logs.get(id) ?? 0,
    });
  });
}
