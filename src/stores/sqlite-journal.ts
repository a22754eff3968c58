import type { DatabaseSync } from "node:sqlite";
import type { EventRow } from "./event-row.ts";
import { type GroupCommit, type GroupLimits, groupCommit } from "./group-commit.ts";
import { type RunLocks, runLocks } from "./run-locks.ts";
import { openDatabase } from "./sqlite-database.ts";
import { INSERT_EVENT } from "./sqlite-schema.ts";
import { storeProblem } from "./store-problem.ts";

/** An open database with what writes to it. */
export interface SqliteJournal {
  readonly database: DatabaseSync;
  readonly group: GroupCommit<EventRow>;
  readonly locks: RunLocks;
  close(): void;
}

const LIMITS: GroupLimits = { rows: 512, length: 8_000_000, milliseconds: 5 };

export function openJournal(path: string): SqliteJournal {
  const database = openDatabase(path);
  const insert = database.prepare(INSERT_EVENT);
  const locks = runLocks(database);

  function commit(rows: readonly EventRow[]): void {
    try {
      database.exec("BEGIN IMMEDIATE");
      for (const row of rows) {
        insert.run(
          row.runId,
          row.type,
          row.caseIndex,
          row.trial,
          row.evalSetId,
          row.evalId,
          row.status,
          row.checksum,
          row.body,
        );
      }
      database.exec("COMMIT");
    } catch (error) {
      rollBack(database);
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

/** SQLite has often rolled back by itself when a write failed. */
function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) database.exec("ROLLBACK");
}
