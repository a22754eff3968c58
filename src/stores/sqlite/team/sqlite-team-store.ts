import { existsSync } from "node:fs";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type {
  AuditEntry,
  EndedGrants,
  ListedAudit,
  StoredSession,
  StoredToken,
  TeamStore,
} from "../../../core/team/team-store.ts";
import { storeProblem } from "../../store-problem.ts";
import {
  auditColumns,
  selected,
  sessionColumns,
  tokenColumns,
  valuesOf,
} from "../../team-columns.ts";
import { inTransaction } from "../in-transaction.ts";
import { openDatabase, openForReading } from "../sqlite-database.ts";
import { TEAM_SCHEMA } from "./team-schema.ts";

const BUSY_TIMEOUT = 5000;

/** Sessions, tokens and the audit log of a team in the file that its runs are in. */
export function sqliteTeamStore(path: string): TeamStore {
  let opened: { readonly database: DatabaseSync; close(): void } | undefined;

  function open(): DatabaseSync {
    if (opened !== undefined) return opened.database;
    const { database, close } = openDatabase(path, BUSY_TIMEOUT);
    database.exec(TEAM_SCHEMA);
    opened = { database, close };
    return database;
  }
  async function inWords<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      throw storeProblem(error, path);
    }
  }
  const all = <Row>(sql: string, ...values: readonly SQLInputValue[]) =>
    inWords(
      () =>
        open()
          .prepare(sql)
          .all(...values) as unknown as readonly Row[],
    );
  const run = (sql: string, ...values: readonly SQLInputValue[]) =>
    inWords(() =>
      Number(
        open()
          .prepare(sql)
          .run(...values).changes,
      ),
    );

  return {
    async addSession(session) {
      await run(INSERT_SESSION, ...valuesOf(sessionColumns, session));
    },
    session: async (key) => (await all<StoredSession>(`${SESSIONS} WHERE key = ?`, key))[0],
    stepSession: async (key, from, { seenAt, generation, rotatedAt }) =>
      (await run(STEP, seenAt, generation, rotatedAt, key, from)) === 1,
    sessions: (user) =>
      user === undefined
        ? all(`${SESSIONS} ${NEWEST}`)
        : all(`${SESSIONS} WHERE user_name = ? ${NEWEST}`, user),
    endSessions: (which) => run(...ending("team_sessions", which)),
    async addToken(token) {
      await run(INSERT_TOKEN, ...valuesOf(tokenColumns, token));
    },
    token: async (key) => (await all<StoredToken>(`${TOKENS} WHERE key = ?`, key))[0],
    async touchToken(key, seenAt) {
      await run("UPDATE team_tokens SET seen_at = ? WHERE key = ?", seenAt, key);
    },
    tokens: (user) =>
      user === undefined
        ? all(`${TOKENS} ${NEWEST}`)
        : all(`${TOKENS} WHERE user_name = ? ${NEWEST}`, user),
    endTokens: (which) => run(...ending("team_tokens", which)),
    async forget(before) {
      await run("DELETE FROM team_sessions WHERE ends_at < ?", before);
      await run("DELETE FROM team_tokens WHERE ends_at < ?", before);
    },
    record: (entries) => inWords(() => record(open(), entries)),
    async audit({ before, limit, who, action, outcome }) {
      // reading alone makes no file
      if (opened === undefined && (!existsSync(path) || !hasTables(path))) return [];
      const given = { who, action, outcome };
      const terms = Object.entries(given).filter(([, value]) => value !== undefined);
      const where = [
        ...terms.map(([name]) => `${name} = ?`),
        ...(before === undefined ? [] : ["seq < ?"]),
      ];
      const values = [
        ...terms.map(([, value]) => value ?? ""),
        ...(before === undefined ? [] : [before]),
      ];
      const filter = where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`;
      return await all<ListedAudit>(
        `${AUDIT} ${filter} ORDER BY seq DESC LIMIT ?`,
        ...values,
        limit,
      );
    },
    async close() {
      opened?.close();
      opened = undefined;
    },
  };
}

function hasTables(path: string): boolean {
  const { database, close } = openForReading(path, BUSY_TIMEOUT);
  const found = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'team_audit'").get();
  close();
  return found !== undefined;
}

function record(database: DatabaseSync, entries: readonly AuditEntry[]): void {
  inTransaction(database, () => {
    const insert = database.prepare(INSERT_AUDIT);
    for (const entry of entries) insert.run(...valuesOf(auditColumns, entry));
  });
}

function ending(table: string, { user, id }: EndedGrants): readonly [string, ...string[]] {
  return id === undefined
    ? [`DELETE FROM ${table} WHERE user_name = ?`, user]
    : [`DELETE FROM ${table} WHERE user_name = ? AND id = ?`, user, id];
}

function inserting(table: string, columns: Readonly<Record<string, string>>): string {
  const names = Object.values(columns);
  return `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
}

const NEWEST = "ORDER BY created_at DESC, id";
const SESSIONS = `SELECT ${selected(sessionColumns)} FROM team_sessions`;
const TOKENS = `SELECT ${selected(tokenColumns)} FROM team_tokens`;
const AUDIT = `SELECT seq, ${selected(auditColumns)} FROM team_audit`;
const INSERT_SESSION = inserting("team_sessions", sessionColumns);
const INSERT_TOKEN = inserting("team_tokens", tokenColumns);
const INSERT_AUDIT = inserting("team_audit", auditColumns);
const STEP = `
UPDATE team_sessions SET seen_at = ?, generation = ?, rotated_at = ? WHERE key = ? AND generation = ?`;
