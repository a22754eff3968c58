import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import {
  type AppendedBatch,
  type TraceBatch,
  type TraceLimits,
  type TraceStore,
  usualTraceLimits,
  type WholeSession,
} from "../../../core/traces/trace-store.ts";
import { insertBatch } from "../../insert-batch.ts";
import { restoreSession } from "../../restore-session.ts";
import { storeProblem } from "../../store-problem.ts";
import { type TraceDamage, warnOfTraceDamage } from "../../trace-damage.ts";
import { logOf, spanOf, type TraceRow } from "../../trace-row.ts";
import { fileWatch } from "../file-watch.ts";
import { type GroupCommit, type GroupLimits, groupCommit } from "../group-commit.ts";
import { inTransaction } from "../in-transaction.ts";
import { type OpenDatabase, openDatabase, openForReading } from "../sqlite-database.ts";
import { listSessions } from "./list-sessions.ts";
import { removeSession, retainSessions } from "./retain-sessions.ts";
import { sqliteTraceTables } from "./sqlite-trace-tables.ts";
import { SELECT_LOGS, SELECT_SPANS } from "./trace-schema.ts";

export interface SqliteTraceStoreOptions {
  /** The database file, which runs may be in as well. */
  readonly path: string;
  /** Milliseconds to wait for another program that holds the database. */
  readonly busyTimeout?: number | undefined;
  /** Told of every span and log record that cannot be read any more. By default a warning of the process. */
  readonly onDamage?: ((damage: TraceDamage) => void) | undefined;
  /** How much one trace and one session may have; what is beyond is turned away. */
  readonly limits?: Partial<TraceLimits> | undefined;
}

const BUSY_TIMEOUT = 5000;

const MARK_GOLDEN = "UPDATE sessions SET golden = ? WHERE id = ?";

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
  const { onDamage = warnOfTraceDamage, busyTimeout = BUSY_TIMEOUT } = given;
  const path = given.path === ":memory:" ? given.path : resolve(given.path);
  const limits = { ...usualTraceLimits, ...given.limits };
  let opened: OpenTraces | undefined;

  function open(how = openDatabase): OpenTraces {
    opened ??= openTraces(path, how(path, busyTimeout), limits);
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
    const found = await inWords(() => forReading());
    const snapshot = await inWords(() => found?.reader());
    if (found === undefined || snapshot === undefined) return;
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
      found.release(snapshot);
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
        return found === undefined ? [] : listSessions(found.database);
      }),
    spans: (id) => read(SELECT_SPANS, id, spanOf, "span"),
    logs: (id) => read(SELECT_LOGS, id, logOf, "log record"),
    restore: (whole) => inWords(() => open().restore(whole)),
    markGolden: (id, golden) =>
      inWords(() => {
        const update = forReading()?.database.prepare(MARK_GOLDEN);
        return Number(update?.run(Number(golden), id).changes ?? 0) > 0;
      }),
    remove: (id) =>
      inWords(() => {
        const found = forReading();
        return found !== undefined && removeSession(found.database, id);
      }),
    retain: (retention) =>
      inWords(async () => {
        const found = forReading();
        return found === undefined ? [] : await retainSessions(found.database, retention);
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
  readonly group: GroupCommit<PendingBatch>;
  restore(whole: WholeSession): boolean;
  /** A connection for one read, which is given back after it: sessions are read by the thousand. */
  reader(): DatabaseSync;
  release(reader: DatabaseSync): void;
}

interface PendingBatch {
  readonly batch: TraceBatch;
  appended: AppendedBatch;
}

interface StoredTraceRow extends TraceRow {
  readonly seq: number;
}

const NOTHING: AppendedBatch = { spans: 0, logs: 0, rejectedSpans: 0, rejectedLogs: 0 };

function openTraces(path: string, opened: OpenDatabase, limits: TraceLimits): OpenTraces {
  const { database } = opened;
  const tables = sqliteTraceTables(database);
  const file = fileWatch(path);
  function commit(rows: readonly PendingBatch[]): void {
    try {
      file.check();
      inTransaction(database, () => {
        tables.begin();
        for (const row of rows) row.appended = insertBatch(row.batch, tables, limits);
      });
      file.checkWritten();
    } catch (error) {
      throw storeProblem(error, path);
    }
  }
  const idle: DatabaseSync[] = [];
  let isClosed = false;
  return {
    ...opened,
    group: groupCommit(commit, LIMITS),
    restore: (whole) =>
      inTransaction(database, () => {
        tables.begin();
        if (!restoreSession(whole, tables)) return false;
        const { session, golden } = whole;
        database.prepare(MARK_GOLDEN).run(Number(golden), session.id);
        return true;
      }),
    reader: () => idle.pop() ?? opened.snapshot(),
    release(reader) {
      if (isClosed || idle.length > 0) reader.close();
      else idle.push(reader);
    },
    close() {
      isClosed = true;
      for (const reader of idle.splice(0)) reader.close();
      opened.close();
    },
  };
}
