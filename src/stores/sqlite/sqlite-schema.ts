import { COUNTS } from "./counts/counts-schema.ts";
import { TRACES } from "./traces/trace-schema.ts";

/** Bumped when tables or columns change; a database with a higher number is refused, a lower one is brought up. */
export const DATABASE_VERSION = 5;

/** A conversation ends once. */
export const ONE_END = `
CREATE UNIQUE INDEX events_one_end ON events (run_id, end_key) WHERE end_key IS NOT NULL;`;

/**
 * What many events of a run share. Each template is kept twice: one flipped bit must not cost a thousand events.
 */
export const TEMPLATES = `
CREATE TABLE templates (
  run_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  copy INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  pieces TEXT NOT NULL,
  PRIMARY KEY (run_id, id, copy)
) WITHOUT ROWID;`;

/**
 * Kept to what SQLite and PostgreSQL both understand, so that the same queries can serve a team.
 * `body` is the event, or the values for the gaps of its run's `template`; `checksum` is of the whole event. The other
 * columns are copies of some of its fields, for finding it.
 * `seq` grows over the whole journal, so writers of different runs need not agree on anything.
 */
export const SCHEMA = `
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  type TEXT NOT NULL,
  case_index INTEGER,
  trial INTEGER,
  eval_set_id TEXT,
  eval_id TEXT,
  status TEXT,
  end_key TEXT,
  checksum INTEGER NOT NULL,
  body TEXT NOT NULL,
  template INTEGER
);
CREATE INDEX events_in_plan_order ON events (run_id, case_index, trial, seq);
CREATE INDEX events_of_runs ON events (seq) WHERE case_index IS NULL;
${ONE_END}
${TEMPLATES}
CREATE TABLE locks (
  run_id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  process_start TEXT NOT NULL,
  started TEXT NOT NULL,
  heartbeat TEXT NOT NULL
);
${TRACES}
${COUNTS}
INSERT INTO meta (name, value) VALUES ('schemaVersion', '${DATABASE_VERSION}');
`;

/**
 * OR ROLLBACK: whatever goes wrong ends the whole group, so SQLite need not keep, for every statement of several rows, a copy
 * of each page it touches in a file of its own.
 */
export function insertEvents(count: number): string {
  return `
INSERT OR ROLLBACK INTO events (run_id, type, case_index, trial, eval_set_id, eval_id, status, end_key, checksum, body, template)
VALUES ${Array(count).fill("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ")}
ON CONFLICT DO NOTHING`;
}

export const SELECT_CASE_EVENTS = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND case_index IS NOT NULL
ORDER BY case_index, trial, seq`;

/** Of one case. */
export const SELECT_EVENTS_OF_CASE = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND case_index = ?
ORDER BY trial, seq`;

export const SELECT_CASE_STARTS = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND type = 'case-start' AND case_index IS NOT NULL
ORDER BY case_index, trial, seq`;

export const SELECT_CASE_ENDS = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND type = 'case-end' AND case_index IS NOT NULL
ORDER BY case_index, trial, seq`;

export const SELECT_RUN_EVENTS = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND case_index IS NULL
ORDER BY seq`;

export const SELECT_POSITION = "SELECT max(seq) AS seq FROM events";

/** Where the events of a run begin and end, by the index alone. */
export const SELECT_BOUNDS = `
SELECT min(seq) AS first, max(seq) AS last FROM events INDEXED BY events_in_plan_order WHERE run_id = ?`;

/** In the order of the journal, between two places of it. */
export const SELECT_EVENTS_BETWEEN = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events NOT INDEXED
WHERE seq > ? AND seq <= ? AND run_id = ?
ORDER BY seq LIMIT ?`;

const EVENTS_UP_TO = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND seq <= ?`;

/** What a page of a run's cases is read by; the others are only counted, by the index alone. */
export const CASE_PAGE = {
  BOUNDS: `
SELECT max(seq) AS seq, count(DISTINCT case_index) AS count FROM events INDEXED BY events_in_plan_order WHERE run_id = ?`,
  PLACES: `
SELECT min(place) AS first, max(place) AS last, count(*) AS cases FROM (
  SELECT DISTINCT case_index AS place FROM events INDEXED BY events_in_plan_order
  WHERE run_id = ? AND case_index IS NOT NULL AND seq <= ? ORDER BY case_index LIMIT ? OFFSET ?)`,
  OF_RUN: `${EVENTS_UP_TO} AND case_index IS NULL`,
  OF_CASES: `${EVENTS_UP_TO} AND case_index BETWEEN ? AND ?`,
};

export const SELECT_ALL_RUN_EVENTS = `
SELECT seq, run_id AS "runId", type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE case_index IS NULL AND seq > ?
ORDER BY seq`;

export const COUNT_RUN_EVENTS =
  "SELECT count(*) AS before FROM events WHERE case_index IS NULL AND seq <= ?";

/**
 * The body, where an id cannot be read from its column: it holds a character that may stand for one UTF-8 cannot write, or a
 * NUL, where Node 22 and LIKE both end a text.
 */
export const BODY_OF_ODD_ID = `
  CASE WHEN eval_id LIKE '%\ufffd%' OR eval_set_id LIKE '%\ufffd%'
    OR instr(eval_id, char(0)) > 0 OR instr(eval_set_id, char(0)) > 0 THEN body END AS body`;

export const SELECT_ENDED_CASES = `
SELECT seq, type, eval_set_id AS "evalSetId", eval_id AS "evalId", trial, case_index AS "caseIndex", status, checksum,
  ${BODY_OF_ODD_ID}, template
FROM events
WHERE run_id = ? AND type = 'case-end'
ORDER BY case_index, trial, seq`;

export const SELECT_EVAL_ID = `SELECT CAST(eval_id AS BLOB) AS "evalId" FROM events WHERE seq = ?`;

export const SELECT_END = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body, template FROM events
WHERE run_id = ? AND end_key = ?`;

/** The row stays, for whoever looks into the file; nothing reads it as an end any more. */
export const VOID_ENDS = `
UPDATE events SET type = ?, end_key = NULL
WHERE run_id = ? AND type = 'case-end' AND
  (end_key = ? OR (end_key IS NULL AND eval_set_id = ? AND eval_id = ? AND trial = ?))`;

export const SELECT_TEMPLATE = `
SELECT checksum, pieces FROM templates WHERE run_id = ? AND id = ? ORDER BY copy`;

export const SELECT_LAST_TEMPLATE = "SELECT max(id) AS id FROM templates WHERE run_id = ?";

export const INSERT_TEMPLATE = `
INSERT INTO templates (run_id, id, copy, checksum, pieces) VALUES (?, ?, 1, ?, ?), (?, ?, 2, ?, ?)`;

/** A place that was given once is not given again: where the last one goes, a row of no run keeps it. */
const KEEP_PLACE = `
INSERT INTO events (run_id, type, case_index, checksum, body)
SELECT '', 'removed', 0, 0, '' WHERE ? = (SELECT run_id FROM events ORDER BY seq DESC LIMIT 1)`;

export const DELETE_RUN = [
  KEEP_PLACE,
  ...["events", "templates"].map((table) => `DELETE FROM ${table} WHERE run_id = ?`),
];
