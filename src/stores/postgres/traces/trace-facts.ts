import type { Session, SessionTrace } from "../../../core/traces/session.ts";
import type { TraceBatch } from "../../../core/traces/trace-store.ts";
import type { StoredLog } from "../../trace-tables.ts";
import type { PostgresQuery } from "../postgres-client.ts";
import { fromPlain, toPlain } from "./plain-text.ts";
import { type SessionRow, type SessionTraceRow, sessionOf, traceOf } from "./trace-rows.ts";
import { COMPLETE_AT } from "./trace-sql.ts";

/** What the tables have that putting some batches into them may ask for. */
export interface TraceFacts {
  /** In the order they began. */
  readonly sessions: readonly Session[];
  readonly traces: readonly (SessionTrace & { readonly spanCount: number })[];
  readonly totals: ReadonlyMap<string, SessionTotals>;
  /** Keys of spans that are there, as `spanKey` makes them. */
  readonly spans: ReadonlySet<string>;
  /** Fingerprints of log records that are there. */
  readonly logs: ReadonlySet<string>;
  readonly logCounts: ReadonlyMap<string, number>;
  /** Log records that name a session and belong to none. */
  readonly waiting: readonly WaitingLog[];
}

export interface SessionTotals {
  spans: number;
  completeAt: number;
  traces: number;
  logs: number;
}

export interface WaitingLog extends Pick<StoredLog, "traceId" | "receivedAt"> {
  readonly fingerprint: string;
  readonly sessionName: string;
}

export function spanKey(traceId: string, spanId: string): string {
  return JSON.stringify([traceId, spanId]);
}

/** Asks for all of it at once: a question a span would take longer than the answer is worth. */
export async function loadFacts(
  query: PostgresQuery,
  batches: readonly TraceBatch[],
  fingerprints: readonly string[],
): Promise<TraceFacts> {
  const asked = askedOf(batches);
  const traceRows = await query<SessionTraceRow>(
    "SELECT * FROM assay.session_traces WHERE trace_id = ANY($1)",
    [asked.traceIds.map(toPlain)],
  );
  const traces = traceRows.map((row) => ({ ...traceOf(row), spanCount: row.span_count }));
  const sessions = await loadSessions(query, asked, traceRows);
  const ids = sessions.map(({ id }) => id);
  const hasLogs = fingerprints.length > 0;
  return {
    sessions,
    traces,
    totals: await loadTotals(query, ids, hasLogs),
    spans: await loadSpans(query, batches, traces),
    logs: hasLogs ? await loadLogs(query, fingerprints) : new Set(),
    logCounts: hasLogs ? await loadLogCounts(query, asked.traceIds) : new Map(),
    waiting: await loadWaiting(query, asked),
  };
}

interface Asked {
  readonly traceIds: readonly string[];
  readonly keys: readonly { readonly kind: string; readonly key: string }[];
  /** What ids of new sessions begin with. */
  readonly names: readonly string[];
  /** Milliseconds since 1970 of the first batch. */
  readonly since: number;
}

/** How long log records wait for the spans of the session they name, and a moment more. */
const LOGS_WAIT = 120_000;

function askedOf(batches: readonly TraceBatch[]): Asked {
  const spans = batches.flatMap((batch) => batch.spans);
  const logs = batches.flatMap((batch) => batch.logs);
  const sightings = batches.flatMap((batch) => batch.traces);
  const named = logs.flatMap(({ resource }) => {
    const name = resource.attributes["agentevals.session_name"];
    return typeof name === "string" ? [{ kind: "name", key: name }] : [];
  });
  const keys = [...sightings.flatMap(({ key }) => key ?? []), ...named];
  const traceIds = [...spans, ...logs, ...sightings].flatMap(({ traceId }) => traceId ?? []);
  const names = sightings.map(({ traceId, key }) => key?.key ?? `otlp-${traceId.slice(0, 12)}`);
  return {
    traceIds: [...new Set(traceIds)],
    keys: [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()],
    names: [...new Set(names)],
    since: Math.min(...batches.map(({ receivedAt }) => receivedAt)) - LOGS_WAIT,
  };
}

async function loadSessions(
  query: PostgresQuery,
  { keys, names }: Asked,
  traces: readonly SessionTraceRow[],
): Promise<readonly Session[]> {
  // "demo-2" follows "demo", and nothing else stands between "demo-" and "demo."
  const rows = await query<SessionRow>(
    `SELECT * FROM assay.sessions WHERE seq IN (
       SELECT seq FROM assay.sessions WHERE id = ANY($1)
       UNION SELECT s.seq FROM assay.sessions s JOIN unnest($2::text[], $3::text[]) AS k(kind, key)
         ON s.key_kind = k.kind AND s.key = k.key
       UNION SELECT s.seq FROM assay.sessions s JOIN unnest($4::text[]) AS n(name)
         ON s.id = n.name COLLATE "C"
         OR (s.id >= (n.name || '-') COLLATE "C" AND s.id < (n.name || '.') COLLATE "C")
     ) ORDER BY seq`,
    [
      [...new Set(traces.map((row) => row.session_id))],
      keys.map(({ kind }) => kind),
      keys.map(({ key }) => toPlain(key)),
      names.map(toPlain),
    ],
  );
  return rows.map(sessionOf);
}

async function loadTotals(
  query: PostgresQuery,
  ids: readonly string[],
  withLogs: boolean,
): Promise<ReadonlyMap<string, SessionTotals>> {
  const totals = new Map<string, SessionTotals>();
  const rows = await query<SessionTotals & { id: string }>(
    `SELECT session_id AS id, sum(span_count)::bigint AS spans, max(${COMPLETE_AT}) AS "completeAt", count(*) AS traces
     FROM assay.session_traces WHERE session_id = ANY($1) GROUP BY session_id`,
    [ids.map(toPlain)],
  );
  for (const { id, spans, completeAt, traces } of rows) {
    totals.set(fromPlain(id), { spans, completeAt, traces, logs: 0 });
  }
  if (!withLogs) return totals;
  const counts = await query<{ id: string; logs: number }>(
    `SELECT id, sum(n)::bigint AS logs FROM (
       SELECT t.session_id AS id, count(*) AS n FROM assay.logs l
         JOIN assay.session_traces t ON t.trace_id = l.trace_id WHERE t.session_id = ANY($1) GROUP BY 1
       UNION ALL SELECT session_id, count(*) FROM assay.logs WHERE session_id = ANY($1) GROUP BY 1
     ) AS c GROUP BY id`,
    [ids.map(toPlain)],
  );
  for (const { id, logs } of counts) {
    const known = totals.get(fromPlain(id)) ?? { spans: 0, completeAt: 0, traces: 0, logs: 0 };
    totals.set(fromPlain(id), { ...known, logs });
  }
  return totals;
}

/** A trace that was never seen has no spans to look for. */
async function loadSpans(
  query: PostgresQuery,
  batches: readonly TraceBatch[],
  traces: readonly { readonly traceId: string }[],
): Promise<ReadonlySet<string>> {
  const known = new Set(traces.map(({ traceId }) => traceId));
  const spans = batches.flatMap((batch) => batch.spans).filter(({ traceId }) => known.has(traceId));
  if (spans.length === 0) return new Set();
  const rows = await query<{ trace_id: string; span_id: string }>(
    `SELECT s.trace_id, s.span_id FROM unnest($1::text[], $2::text[]) AS k(trace_id, span_id)
     JOIN assay.spans s ON s.trace_id = k.trace_id AND s.span_id = k.span_id`,
    [spans.map(({ traceId }) => toPlain(traceId)), spans.map(({ spanId }) => toPlain(spanId))],
  );
  return new Set(rows.map((row) => spanKey(fromPlain(row.trace_id), fromPlain(row.span_id))));
}

async function loadLogs(
  query: PostgresQuery,
  fingerprints: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query<{ fingerprint: string }>(
    "SELECT fingerprint FROM assay.logs WHERE fingerprint = ANY($1)",
    [fingerprints],
  );
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

async function loadLogCounts(
  query: PostgresQuery,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ trace_id: string; n: number }>(
    "SELECT trace_id, count(*) AS n FROM assay.logs WHERE trace_id = ANY($1) GROUP BY 1",
    [traceIds.map(toPlain)],
  );
  return new Map(rows.map((row) => [fromPlain(row.trace_id), row.n]));
}

async function loadWaiting(
  query: PostgresQuery,
  { keys, since }: Asked,
): Promise<readonly WaitingLog[]> {
  const names = keys.filter(({ kind }) => kind === "name").map(({ key }) => toPlain(key));
  if (names.length === 0) return [];
  const rows = await query<WaitingLog>(
    `SELECT fingerprint, trace_id AS "traceId", session_name AS "sessionName", received_at AS "receivedAt"
     FROM assay.logs l WHERE session_name = ANY($1) AND received_at >= $2 AND session_id IS NULL
       AND (trace_id = '' OR NOT EXISTS (SELECT FROM assay.session_traces t WHERE t.trace_id = l.trace_id))
     ORDER BY seq`,
    [names, since],
  );
  return rows.map((row) => ({
    ...row,
    traceId: fromPlain(row.traceId),
    sessionName: fromPlain(row.sessionName),
  }));
}
