import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { EventRow } from "./event-row.ts";
import { type GroupCommit, type GroupLimits, groupCommit } from "./group-commit.ts";
import { type RunLocks, runLocks } from "./run-locks.ts";
import { openDatabase } from "./sqlite-database.ts";
import { insertEvents } from "./sqlite-schema.ts";
import { storeProblem } from "./store-problem.ts";

/** An open database with what writes to it. */
export interface SqliteJournal {
  readonly database: DatabaseSync;
  readonly group: GroupCommit<EventRow>;
  readonly locks: RunLocks;
  close(): void;
}

const LIMITS: GroupLimits = { rows: 512, length: 8_000_000, milliseconds: 5 };

/** Rows a statement: calling SQLite costs more than inserting a row does. */
const ROWS = 16;

export function openJournal(path: string, busyTimeout: number): SqliteJournal {
  const database = openDatabase(path, busyTimeout);
  const insertOne = database.prepare(insertEvents(1));
  const insertMany = database.prepare(insertEvents(ROWS));
  const locks = runLocks(database);

  function commit(rows: readonly EventRow[]): void {
    try {
      database.exec("BEGIN IMMEDIATE");
      const remainder = rows.length - (rows.length % ROWS);
      for (let from = 0; from < remainder; from += ROWS) {
        insertMany.run(...parameters(rows, from, from + ROWS));
      }
      for (let from = remainder; from < rows.length; from += 1) {
        insertOne.run(...parameters(rows, from, from + 1));
      }
      database.exec("COMMIT");
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw storeProblem(error, path);
    }
  }

  return {
    database,
    group: groupCommit(commit, LIMITS),
    locks,
    close() {
      try {
        locks.unlockAll();
      } finally {
        database.close();
      }
    },
  };
}

function parameters(rows: readonly EventRow[], from: number, to: number): SQLInputValue[] {
  const values: SQLInputValue[] = [];
  for (let at = from; at < to; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const { runId, type, caseIndex, trial, evalSetId, evalId, status, checksum, body } = row;
    values.push(runId, type, caseIndex, trial, evalSetId, evalId, status, checksum, body);
  }
  return values;
}
