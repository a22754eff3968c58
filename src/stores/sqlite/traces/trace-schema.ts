import { WITH_ROOT, WITHOUT_ROOT } from "../../../core/traces/session.ts";

/**
 * Traces beside the runs. `body` is the span or log record as JSON and the only truth of it; the other columns are for
 * finding it. Nanoseconds are texts of twenty digits, which sort as numbers do and lose nothing.
 */
export const TRACES = `
CREATE TABLE sessions (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key_kind TEXT,
  key TEXT,
  run_id TEXT,
  instance_id TEXT,
  golden INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_key ON sessions (key_kind, key, seq);
CREATE TABLE session_traces (
  seq INTEGER PRIMARY KEY,
  trace_id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL,
  key_kind TEXT,
  key TEXT,
  key_start TEXT,
  first_start TEXT,
  last_end TEXT,
  has_root INTEGER NOT NULL DEFAULT 0,
  remote_start TEXT,
  remote_end TEXT,
  is_agent INTEGER NOT NULL DEFAULT 0,
  received_at INTEGER,
  span_count INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX session_traces_by_session ON session_traces (session_id, seq);
CREATE TABLE spans (
  seq INTEGER PRIMARY KEY,
  trace_id TEXT NOT NULL,
  span_id TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE UNIQUE INDEX spans_once ON spans (trace_id, span_id);
CREATE TABLE logs (
  seq INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  trace_id TEXT NOT NULL,
  session_name TEXT,
  session_id TEXT,
  received_at INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX logs_by_trace ON logs (trace_id);
CREATE INDEX logs_by_session ON logs (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX logs_by_name ON logs (session_name, received_at) WHERE session_name IS NOT NULL;
`;

export const INSERT_SPAN = `
INSERT INTO spans (trace_id, span_id, checksum, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;

export const INSERT_LOG = `
INSERT INTO logs (fingerprint, trace_id, session_name, received_at, checksum, body)
VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

export const UPSERT_SESSION = `
INSERT INTO sessions (id, key_kind, key, run_id, instance_id) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET run_id = excluded.run_id, instance_id = excluded.instance_id`;

export const UPSERT_TRACE = `
INSERT INTO session_traces (trace_id, session_id, key_kind, key, key_start, first_start, last_end, has_root, remote_start,
  remote_end, is_agent, received_at, span_count)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (trace_id) DO UPDATE SET session_id = excluded.session_id, key_kind = excluded.key_kind, key = excluded.key,
  key_start = excluded.key_start, first_start = excluded.first_start, last_end = excluded.last_end,
  has_root = excluded.has_root, remote_start = excluded.remote_start, remote_end = excluded.remote_end,
  is_agent = excluded.is_agent, received_at = excluded.received_at,
  span_count = session_traces.span_count + excluded.span_count`;

/** Traces of which only log records are known; the others have their session by their spans. */
export const ADOPT_TRACES = `
INSERT INTO session_traces (trace_id, session_id)
SELECT DISTINCT trace_id, ? FROM logs WHERE session_name = ? AND received_at >= ? AND trace_id <> ''
ON CONFLICT DO NOTHING`;

export const ADOPT_LOGS = `
UPDATE logs SET session_id = ?
WHERE session_name = ? AND received_at >= ? AND trace_id = '' AND session_id IS NULL`;

export const ABSORB = [
  "UPDATE session_traces SET session_id = :into WHERE session_id = :id",
  "UPDATE logs SET session_id = :into WHERE session_id = :id",
  `UPDATE sessions SET golden = 1 WHERE id = :into AND EXISTS (SELECT 1 FROM sessions WHERE id = :id AND golden = 1)`,
];

export const REMOVE_IF_EMPTY = `
DELETE FROM sessions WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM session_traces WHERE session_id = ?1)`;

export const SELECT_SPANS = `
SELECT spans.seq, spans.checksum, spans.body FROM session_traces JOIN spans ON spans.trace_id = session_traces.trace_id
WHERE session_traces.session_id = ? ORDER BY spans.seq`;

export const SELECT_LOGS = `
SELECT seq, checksum, body FROM logs
WHERE session_id = ?1 OR trace_id IN (SELECT trace_id FROM session_traces WHERE session_id = ?1)
ORDER BY seq`;

/** When a trace is complete, as `sessionCompleteAt` says it. */
const COMPLETE_AT = `
CASE WHEN received_at IS NULL THEN 0
  WHEN has_root = 1 OR (remote_start <= coalesce(first_start, remote_start) AND remote_end >= coalesce(last_end, remote_end))
  THEN received_at + ${WITH_ROOT} ELSE received_at + ${WITHOUT_ROOT} END`;

export const SESSION_TOTALS = `
SELECT coalesce(sum(span_count), 0) AS spans, coalesce(max(${COMPLETE_AT}), 0) AS completeAt
FROM session_traces WHERE session_id = ?`;

/** What retention asks of every session, and nothing else: it is asked again and again while spans come. */
const RETAINED = `
SELECT sessions.id, sessions.golden, coalesce(sum(span_count), 0) AS spanCount, max(received_at) AS receivedAt,
  coalesce(max(is_agent), 0) AS isAgent, coalesce(max(${COMPLETE_AT}), 0) AS completeAt
FROM sessions LEFT JOIN session_traces ON session_traces.session_id = sessions.id`;

export const RETAINED_SESSIONS = `${RETAINED} GROUP BY sessions.id`;

export const RETAINED_SESSION = `${RETAINED} WHERE sessions.id = ? GROUP BY sessions.id`;

export const REMOVE_STRAY_LOGS = `
DELETE FROM logs WHERE session_id IS NULL AND received_at < ?
  AND NOT EXISTS (SELECT 1 FROM session_traces WHERE session_traces.trace_id = logs.trace_id)`;

/** Of every session that has log records: those of its traces, and those that have only its name. */
export const LOG_COUNTS = `
SELECT id, sum(n) AS n FROM (
  SELECT session_traces.session_id AS id, count(*) AS n
  FROM logs JOIN session_traces ON session_traces.trace_id = logs.trace_id GROUP BY 1
  UNION ALL SELECT session_id, count(*) FROM logs WHERE session_id IS NOT NULL GROUP BY 1
) GROUP BY id`;

export const COUNT_LOGS = `
SELECT count(*) AS n FROM logs
WHERE session_id = ?1 OR trace_id IN (SELECT trace_id FROM session_traces WHERE session_id = ?1)`;

export const REMOVE_SESSION = [
  "DELETE FROM spans WHERE trace_id IN (SELECT trace_id FROM session_traces WHERE session_id = ?1)",
  `DELETE FROM logs WHERE session_id = ?1 OR trace_id IN (SELECT trace_id FROM session_traces WHERE session_id = ?1)`,
  "DELETE FROM session_traces WHERE session_id = ?1",
  "DELETE FROM sessions WHERE id = ?1",
];
