import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type {
  AppendedBatch,
  SessionListing,
  TraceBatch,
  TraceStore,
} from "../../../core/traces/trace-store.ts";
import { expiredSessions, listing } from "../../session-listing.ts";
import { storeProblem } from "../../store-problem.ts";
import { logOf, spanOf, type TraceRow } from "../../trace-row.ts";
import { insertBatch, type TraceTables } from "../../trace-tables.ts";
import { fileWatch } from "../file-watch.ts";
import { type GroupCommit, type GroupLimits, groupCommit } from "../group-commit.ts";
import { type OpenDatabase, openDatabase, openForReading } from "../sqlite-database.ts";
import { sessionOf, sqliteTraceTables } from "./sqlite-trace-tables.ts";
import { COUNT_LOGS, REMOVE_SESSION, SELECT_LOGS, SELECT_SPANS } from "./trace-schema.ts";

export interface SqliteTraceStoreOptions {
  /** The database file, which runs may be in as well. */
  readonly path: string;
  /** Milliseconds to wait for another program that holds the database. */
  readonly busyTimeout?: number | undefined;
  /** Told of every span and log record that cannot be read any more. By default a warning of the process. */
  readonly onDamage?: ((damage: TraceDamage) => void) | undefined;
}

/** A stored span or log record that cannot be read any more. The rest of its session can. */
export interface TraceDamage {
  readonly sessionId: string;
  readonly what: "span" | "log record";
  readonly seq: number;
}

const BUSY_TIMEOUT = 5000;

/** A batch has hundreds of rows already; few of them at a time keep answers quick. */
const LIMITS: GroupLimits = {
  rows: 64,
  length: 4000,
  milliseconds: 5,
  areIndependent: true,
};

/** Traces in the same SQLite file as the journal of runs. Reading alone never makes a file. */
export function sqliteTraceStore(options: string | SqliteTraceStoreOptions): TraceStore {
  const given: SqliteTraceStoreOptions = typeof options === "string" ? { path: options } : options;
  const { onDamage = warnOfDamage, busyTimeout = BUSY_TIMEOUT } = given;
  const path = given.path === ":memory:" ? given.path : resolve(given.path);
  let opened: OpenTraces | undefined;

  function open(how = openDatabase): OpenTraces {
    opened ??= openTraces(path, how(path, busyTimeout));
    return opened;
  }
  function forReading(): OpenTraces | undefined {
    return opened !== undefined || existsSync(path) ? open(openForReading) : undefined;
  }
  async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storeProblem(error, path);
    }
  }
  async function* read<T>(
    sql: string,
    sessionId: string,
    from: (row: TraceRow) => T | undefined,
    what: TraceDamage["what"],
  ): AsyncGenerator<T> {
    const snapshot = await inWords(() => forReading()?.snapshot());
    if (snapshot === undefined) return;
    try {
      // kept in a variable: the rows of Node 22 do not keep their statement from being collected
      const statement = snapshot.prepare(sql);
      for (const row of statement.iterate(sessionId) as Iterable<StoredTraceRow>) {
        const value = from(row);
        if (value === undefined) onDamage({ sessionId, what, seq: row.seq });
        else yield value;
      }
    } catch (error) {
      throw storeProblem(error, path);
    } finally {
      snapshot.close();
    }
  }

  return {
    append: (batch) =>
      inWords(async () => {
        const pending: PendingBatch = { batch, appended: NOTHING };
        await open().group.add(pending, batch.spans.length + batch.logs.length + 1);
        return pending.appended;
      }),
    sessions: () =>
      inWords(() => {
        const found = forReading();
        return found === undefined ? [] : listSessions(found);
      }),
    spans: (id) => read(SELECT_SPANS, id, spanOf, "span"),
    logs: (id) => read(SELECT_LOGS, id, logOf, "log record"),
    markGolden: (id, golden) =>
      inWords(() => {
        const update = forReading()?.database.prepare(
          "UPDATE sessions SET golden = ? WHERE id = ?",
        );
        return Number(update?.run(Number(golden), id).changes ?? 0) > 0;
      }),
    retain: (limits) =>
      inWords(() => {
        const found = forReading();
        if (found === undefined) return [];
        return inTransaction(found.database, () => {
          const expired = expiredSessions(listSessions(found), limits);
          for (const id of expired) {
            for (const sql of REMOVE_SESSION) found.database.prepare(sql).run(id);
          }
          return expired;
        });
      }),
    close: () =>
      inWords(async () => {
        const closing = opened;
        opened = undefined;
        try {
          await closing?.group.flush();
        } finally {
          closing?.close();
        }
      }),
  };
}

interface OpenTraces extends OpenDatabase {
  readonly tables: TraceTables;
  readonly group: GroupCommit<PendingBatch>;
}

interface PendingBatch {
  readonly batch: TraceBatch;
  appended: AppendedBatch;
}

interface StoredTraceRow extends TraceRow {
  readonly seq: number;
}

const NOTHING: AppendedBatch = { spans: 0, logs: 0 };

function openTraces(path: string, opened: OpenDatabase): OpenTraces {
  const { database } = opened;
  const tables = sqliteTraceTables(database);
  const file = fileWatch(path);
  function commit(rows: readonly PendingBatch[]): void {
    try {
      file.check();
      inTransaction(database, () => {
        for (const row of rows) row.appended = insertBatch(row.batch, tables);
      });
      file.checkWritten();
    } catch (error) {
      throw storeProblem(error, path);
    }
  }
  return { ...opened, tables, group: groupCommit(commit, LIMITS) };
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function listSessions({ database, tables }: OpenTraces): readonly SessionListing[] {
  const logCount = database.prepare(COUNT_LOGS);
  const spanCount = database.prepare(
    "SELECT sum(span_count) AS n FROM session_traces WHERE session_id = ?",
  );
  const rows = database.prepare("SELECT * FROM sessions ORDER BY seq").all();
  return rows.flatMap((row) => {
    const session = sessionOf(row);
    if (session === undefined) return [];
    const { id } = session;
    return listing({
      session,
      golden: row.golden === 1,
      traces: tables.tracesOf(id),
      spanCount: Number(spanCount.get(id)?.n ?? 0),
      logCount: Number(logCount.get(id)?.n ?? 0),
    });
  });
}

function warnOfDamage({ sessionId, what, seq }: TraceDamage): void {
  process.emitWarning(`A ${what} (${seq}) of session ${sessionId} is damaged and was left out.`, {
    code: "ASSAY_DAMAGED_TRACE",
  });
}
