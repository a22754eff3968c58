import type {
  EndedGrants,
  ListedAudit,
  StoredSession,
  StoredToken,
  TeamStore,
} from "../../../core/team/team-store.ts";
import { shownAddress } from "../../postgres-address.ts";
import {
  auditColumns,
  selected,
  sessionColumns,
  tokenColumns,
  valuesOf,
} from "../../team-columns.ts";
import { checkTables } from "../migrate-postgres.ts";
import { postgresClient } from "../postgres-client.ts";

/** A sign-in waits so long for a database that is away; it is asked again by whoever waits for it. */
const PATIENCE = 10_000;

/** Sessions, tokens and the audit log of a team in the database that its runs are in. */
export function postgresTeamStore(address: string): TeamStore {
  const shown = shownAddress(address);
  const { query, close } = postgresClient({
    address,
    connections: 3,
    patience: PATIENCE,
    prepare: (ask) => checkTables(ask, shown),
  });
  const changed = async (sql: string, values: readonly unknown[]) =>
    (await query(`${sql} RETURNING key`, values)).length;

  return {
    async addSession(session) {
      await query(INSERT_SESSION, valuesOf(sessionColumns, session));
    },
    session: async (key) => (await query<StoredSession>(`${SESSIONS} WHERE key = $1`, [key]))[0],
    stepSession: async (key, from, { seenAt, generation, rotatedAt }) =>
      (await changed(STEP, [seenAt, generation, rotatedAt, key, from])) === 1,
    sessions: (user) => query(`${SESSIONS} ${OF_USER} ${NEWEST}`, [user ?? null]),
    endSessions: (which) => changed(...ending("team_sessions", which)),
    async addToken(token) {
      await query(INSERT_TOKEN, valuesOf(tokenColumns, token));
    },
    token: async (key) => (await query<StoredToken>(`${TOKENS} WHERE key = $1`, [key]))[0],
    async touchToken(key, seenAt) {
      await query("UPDATE assay.team_tokens SET seen_at = $1 WHERE key = $2", [seenAt, key]);
    },
    tokens: (user) => query(`${TOKENS} ${OF_USER} ${NEWEST}`, [user ?? null]),
    endTokens: (which) => changed(...ending("team_tokens", which)),
    async forget(before) {
      await query("DELETE FROM assay.team_sessions WHERE ends_at < $1", [before]);
      await query("DELETE FROM assay.team_tokens WHERE ends_at < $1", [before]);
    },
    async record(entries) {
      if (entries.length === 0) return;
      const rows = entries.map((entry) => valuesOf(auditColumns, entry));
      const columns = Object.keys(auditColumns).map((_, at) => rows.map((row) => plain(row[at])));
      await query(INSERT_AUDIT, columns);
    },
    audit: ({ before, limit, who, action, outcome }) =>
      query<ListedAudit>(SELECT_AUDIT, [
        before ?? null,
        who ?? null,
        action ?? null,
        outcome ?? null,
        limit,
      ]),
    close,
  };
}

/** What people type into a name may have what a text of PostgreSQL cannot. */
function plain(value: string | number | undefined): string | number {
  return typeof value === "string"
    ? value.replaceAll("\0", "\ufffd").toWellFormed()
    : (value ?? "");
}

function ending(table: string, { user, id }: EndedGrants): [string, readonly unknown[]] {
  const condition = "user_name = $1 AND ($2::text IS NULL OR id = $2)";
  return [`DELETE FROM assay.${table} WHERE ${condition}`, [user, id ?? null]];
}

function inserting(table: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.values(columns);
  const places = names.map((_, at) => `$${at + 1}`);
  return `INSERT INTO assay.${table} (${names.join(", ")}) VALUES (${places.join(", ")})`;
}

const OF_USER = "WHERE $1::text IS NULL OR user_name = $1";
const NEWEST = `ORDER BY created_at DESC, id COLLATE "C"`;
const SESSIONS = `SELECT ${selected(sessionColumns)} FROM assay.team_sessions`;
const TOKENS = `SELECT ${selected(tokenColumns)} FROM assay.team_tokens`;
const INSERT_SESSION = inserting("team_sessions", sessionColumns);
const INSERT_TOKEN = inserting("team_tokens", tokenColumns);
const STEP = `
UPDATE assay.team_sessions SET seen_at = $1, generation = $2, rotated_at = $3
WHERE key = $4 AND generation = $5`;
const INSERT_AUDIT = `
INSERT INTO assay.team_audit (${Object.values(auditColumns).join(", ")})
SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`;
const SELECT_AUDIT = `
SELECT seq, ${selected(auditColumns)} FROM assay.team_audit
WHERE ($1::bigint IS NULL OR seq < $1) AND ($2::text IS NULL OR who = $2)
  AND ($3::text IS NULL OR action = $3) AND ($4::text IS NULL OR outcome = $4)
ORDER BY seq DESC LIMIT $5`;
