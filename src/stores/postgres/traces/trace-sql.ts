import { WITH_ROOT, WITHOUT_ROOT } from "../../../core/traces/session.ts";

/** When a trace is complete, as `sessionCompleteAt` says it. */
export const COMPLETE_AT = `
CASE WHEN received_at IS NULL THEN 0
  WHEN has_root OR (remote_start <= coalesce(first_start, remote_start) AND remote_end >= coalesce(last_end, remote_end))
  THEN received_at + ${WITH_ROOT} ELSE received_at + ${WITHOUT_ROOT} END`;

/** Of every session that has log records: those of its traces, and those that have only its name. */
export const LOG_COUNTS = `
SELECT id, sum(n)::bigint AS n FROM (
  SELECT t.session_id AS id, count(*) AS n FROM assay.logs l
    JOIN assay.session_traces t ON t.trace_id = l.trace_id GROUP BY 1
  UNION ALL SELECT session_id, count(*) FROM assay.logs WHERE session_id IS NOT NULL GROUP BY 1
) AS c GROUP BY id`;

/** Pages of a session's spans, after one of them, as they stood in the beginning. */
export const SELECT_SPANS = `
SELECT s.seq, s.checksum, s.body FROM assay.session_traces t JOIN assay.spans s ON s.trace_id = t.trace_id
WHERE t.session_id = $1 AND s.seq > $2 AND s.seq <= $3 ORDER BY s.seq LIMIT $4`;

export const SELECT_LOGS = `
SELECT seq, checksum, body FROM assay.logs
WHERE (session_id = $1 OR trace_id IN (SELECT trace_id FROM assay.session_traces WHERE session_id = $1))
  AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`;

const RETAINED = `
SELECT s.id, s.golden, coalesce(sum(span_count), 0)::bigint AS "spanCount", max(received_at) AS "receivedAt",
  coalesce(bool_or(is_agent), false) AS "isAgent", coalesce(max(${COMPLETE_AT}), 0) AS "completeAt"
FROM assay.sessions s LEFT JOIN assay.session_traces ON session_traces.session_id = s.id`;

/** What retention asks of every session, and nothing else. */
export const RETAINED_SESSIONS = `${RETAINED} GROUP BY s.id, s.golden`;

export const RETAINED_SOME = `${RETAINED} WHERE s.id = ANY($1) GROUP BY s.id, s.golden`;

export const REMOVE_STRAY_LOGS = `
DELETE FROM assay.logs l WHERE session_id IS NULL AND received_at < $1
  AND NOT EXISTS (SELECT FROM assay.session_traces t WHERE t.trace_id = l.trace_id)`;

export const REMOVE_SESSIONS = [
  `DELETE FROM assay.spans WHERE trace_id IN (SELECT trace_id FROM assay.session_traces WHERE session_id = ANY($1))`,
  `DELETE FROM assay.logs WHERE session_id = ANY($1)
     OR trace_id IN (SELECT trace_id FROM assay.session_traces WHERE session_id = ANY($1))`,
  "DELETE FROM assay.session_traces WHERE session_id = ANY($1)",
];

export const REMOVE_ROWS = "DELETE FROM assay.sessions WHERE id = ANY($1) RETURNING id";

export const INSERT_SPANS = `
INSERT INTO assay.spans (trace_id, span_id, checksum, body)
SELECT t.trace_id, t.span_id, t.checksum, t.body
FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY AS t(trace_id, span_id, checksum, body, place)
ORDER BY t.place ON CONFLICT DO NOTHING`;

export const INSERT_LOGS = `
INSERT INTO assay.logs (fingerprint, trace_id, session_name, session_id, received_at, checksum, body)
SELECT t.a, t.b, t.c, t.d, t.e, t.f, t.g
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])
  WITH ORDINALITY AS t(a, b, c, d, e, f, g, place)
ORDER BY t.place ON CONFLICT DO NOTHING`;

export const UPSERT_SESSIONS = `
INSERT INTO assay.sessions (id, key_kind, key, run_id, instance_id)
SELECT t.a, t.b, t.c, t.d, t.e
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS t(a, b, c, d, e, place)
ORDER BY t.place
ON CONFLICT (id) DO UPDATE SET run_id = excluded.run_id, instance_id = excluded.instance_id`;

export const UPSERT_TRACES = `
INSERT INTO assay.session_traces (trace_id, session_id, key_kind, key, key_start, first_start, last_end, has_root,
  remote_start, remote_end, is_agent, received_at, span_count)
SELECT t.a, t.b, t.c, t.d, t.e, t.f, t.g, t.h, t.i, t.j, t.k, t.l, t.m
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::boolean[],
  $9::numeric[], $10::numeric[], $11::boolean[], $12::bigint[], $13::integer[])
  WITH ORDINALITY AS t(a, b, c, d, e, f, g, h, i, j, k, l, m, place)
ORDER BY t.place
ON CONFLICT (trace_id) DO UPDATE SET session_id = excluded.session_id, key_kind = excluded.key_kind, key = excluded.key,
  key_start = excluded.key_start, first_start = excluded.first_start, last_end = excluded.last_end,
  has_root = excluded.has_root, remote_start = excluded.remote_start, remote_end = excluded.remote_end,
  is_agent = excluded.is_agent, received_at = excluded.received_at, span_count = excluded.span_count`;

export const ABSORB = [
  "UPDATE assay.session_traces SET session_id = $2 WHERE session_id = $1",
  "UPDATE assay.logs SET session_id = $2 WHERE session_id = $1",
  `UPDATE assay.sessions SET golden = true
   WHERE id = $2 AND EXISTS (SELECT FROM assay.sessions WHERE id = $1 AND golden)`,
];
