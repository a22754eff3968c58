import { COUNTS } from "./counts/counts-schema.ts";
import { TEAM_TABLES } from "./team/team-schema.ts";
import { TROUBLES } from "./troubles-schema.ts";
import { workersTables } from "./workers-schema.ts";

/** Held while places in the journal are given: they become visible in their order. */
export const JOURNAL_LOCK = 0x617373_61;

/** Held while batches of traces are put into their sessions: two at once would not see each other's. */
export const TRACES_LOCK = 0x617373_63;

/** Held while tables are made or changed. */
export const MIGRATION_LOCK = 0x617373_62;

/** What `append` raises when a run of its rows was taken over. */
export const LOST_RUN = "AS001";

/** What leads from each version of the tables to the next one, oldest first. Never edited once released. */
export const migrations: readonly string[] = [
  `
CREATE TABLE assay.events (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id text NOT NULL,
  type text NOT NULL,
  case_index integer,
  trial integer,
  case_key text,
  end_key text,
  status text,
  checksum bigint NOT NULL,
  body text NOT NULL,
  listing text
);
CREATE INDEX events_in_plan_order ON assay.events (run_id, case_index, trial, seq);
CREATE INDEX events_of_a_run ON assay.events (run_id, seq);
CREATE INDEX events_of_runs ON assay.events (seq) WHERE case_index IS NULL;
CREATE INDEX ends_of_cases ON assay.events (run_id, case_index, trial, seq) WHERE type = 'case-end';
CREATE UNIQUE INDEX events_one_end ON assay.events (run_id, end_key) WHERE end_key IS NOT NULL;

CREATE TABLE assay.locks (
  run_id text PRIMARY KEY,
  owner text NOT NULL,
  pid integer NOT NULL,
  host text NOT NULL,
  process_start text NOT NULL,
  heartbeat timestamptz NOT NULL
);

CREATE TABLE assay.writers (
  owner text PRIMARY KEY,
  batch bigint NOT NULL,
  written timestamptz NOT NULL
);

CREATE FUNCTION assay.append(
  writer text, number bigint, held text[],
  run_ids text[], types text[], case_indexes integer[], trials integer[], case_keys text[], end_keys text[],
  statuses text[], checksums bigint[], bodies text[], listings text[]
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  lost text;
  added integer;
BEGIN
  PERFORM pg_advisory_xact_lock(${JOURNAL_LOCK});
  IF EXISTS (SELECT FROM assay.writers w WHERE w.owner = writer AND w.batch >= number) THEN
    RETURN cardinality(run_ids);
  END IF;
  SELECT h INTO lost FROM unnest(held) AS h
    WHERE NOT EXISTS (SELECT FROM assay.locks l WHERE l.run_id = h AND l.owner = writer) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lost run' USING ERRCODE = '${LOST_RUN}', DETAIL = lost;
  END IF;
  INSERT INTO assay.events (run_id, type, case_index, trial, case_key, end_key, status, checksum, body, listing)
    SELECT t.run_id, t.type, t.case_index, t.trial, t.case_key, t.end_key, t.status, t.checksum, t.body, t.listing
    FROM unnest(run_ids, types, case_indexes, trials, case_keys, end_keys, statuses, checksums, bodies, listings)
      WITH ORDINALITY AS t(run_id, type, case_index, trial, case_key, end_key, status, checksum, body, listing, place)
    ORDER BY t.place
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS added = ROW_COUNT;
  INSERT INTO assay.writers (owner, batch, written) VALUES (writer, number, now())
    ON CONFLICT (owner) DO UPDATE SET batch = excluded.batch, written = excluded.written;
  RETURN added;
END $$;

CREATE TABLE assay.sessions (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  key_kind text,
  key text,
  run_id text,
  instance_id text,
  golden boolean NOT NULL DEFAULT false
);
CREATE INDEX sessions_by_key ON assay.sessions (key_kind, key, seq);
CREATE TABLE assay.session_traces (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trace_id text NOT NULL UNIQUE,
  session_id text COLLATE "C" NOT NULL,
  key_kind text,
  key text,
  key_start numeric,
  first_start numeric,
  last_end numeric,
  has_root boolean NOT NULL DEFAULT false,
  remote_start numeric,
  remote_end numeric,
  is_agent boolean NOT NULL DEFAULT false,
  received_at bigint,
  span_count integer NOT NULL DEFAULT 0
);
CREATE INDEX session_traces_by_session ON assay.session_traces (session_id, seq);
CREATE TABLE assay.spans (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  trace_id text NOT NULL,
  span_id text NOT NULL,
  checksum bigint NOT NULL,
  body text NOT NULL
);
CREATE UNIQUE INDEX spans_once ON assay.spans (trace_id, span_id);
CREATE TABLE assay.logs (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fingerprint text NOT NULL UNIQUE,
  trace_id text NOT NULL,
  session_name text,
  session_id text COLLATE "C",
  received_at bigint NOT NULL,
  checksum bigint NOT NULL,
  body text NOT NULL
);
CREATE INDEX logs_by_trace ON assay.logs (trace_id);
CREATE INDEX logs_by_session ON assay.logs (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX logs_by_name ON assay.logs (session_name, received_at) WHERE session_name IS NOT NULL;
`,
  TEAM_TABLES,
  workersTables(JOURNAL_LOCK),
  COUNTS,
  TROUBLES,
];

export const TABLES_VERSION = migrations.length;
