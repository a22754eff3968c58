import { closeSync, fsyncSync, openSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { type EventRow, readRow, type StoredRow, VOID_END } from "../event-row.ts";
import { storeProblem } from "../store-problem.ts";
import { fileWatch } from "./file-watch.ts";
import { type GroupCommit, type GroupLimits, groupCommit } from "./group-commit.ts";
import { type RunLocks, runLocks } from "./locks/run-locks.ts";
import type { OpenDatabase } from "./sqlite-database.ts";
import { insertEvents, SELECT_END } from "./sqlite-schema.ts";
import {
  type ShortenedRow,
  storedTemplates,
  type TemplateReader,
  templateReader,
} from "./templates/stored-templates.ts";
import type { TemplateWriter } from "./templates/template-writer.ts";

/** An open database with what writes to it. */
export interface SqliteJournal {
  readonly database: DatabaseSync;
  readonly snapshot: OpenDatabase["snapshot"];
  readonly group: GroupCommit<EventRow>;
  readonly locks: RunLocks;
  /** Of rows that were read through `database`. */
  readonly whole: TemplateReader;
  close(): void;
}

const LIMITS: GroupLimits = { rows: 512, length: 8_000_000, milliseconds: 5 };

/** Rows a statement: calling SQLite costs more than inserting a row does. */
const ROWS = 16;

export function openJournal(path: string, opened: OpenDatabase): SqliteJournal {
  const { database } = opened;
  const insertOne = database.prepare(insertEvents(1));
  const insertMany = database.prepare(insertEvents(ROWS));
  const findEnd = database.prepare(SELECT_END);
  const voidEnd = database.prepare("UPDATE events SET type = ?, end_key = NULL WHERE seq = ?");
  const locks = runLocks(database);
  const file = fileWatch(path);
  const whole = templateReader(database);
  const templates = new Map<string, TemplateWriter>();

  function templatesOf(runId: string): TemplateWriter {
    const known = templates.get(runId);
    if (known !== undefined) return known;
    const writer = storedTemplates(database, runId);
    templates.set(runId, writer);
    return writer;
  }

  function parameters(rows: readonly EventRow[]): SQLInputValue[] {
    const values: SQLInputValue[] = [];
    for (const row of rows) {
      const { template, body } = templatesOf(row.runId).shorten(row.type, row.body);
      values.push(row.runId, row.type, row.caseIndex, row.trial, row.evalSetId, row.evalId);
      values.push(row.status, row.endKey, row.checksum, body, template);
    }
    return values;
  }

  function insert(statement: StatementSync, rows: readonly EventRow[]): void {
    const { changes } = statement.run(...parameters(rows));
    if (Number(changes) < rows.length) for (const row of rows) replaceDamagedEnd(row);
  }

  /** The first end of a conversation stands, unless it cannot be read any more. */
  function replaceDamagedEnd(row: EventRow): void {
    if (row.endKey === null) return;
    const stored = findEnd.get(row.runId, row.endKey) as StoredEnd | undefined;
    if (stored === undefined || readRow(whole(row.runId, stored)) !== undefined) return;
    voidEnd.run(VOID_END, stored.seq);
    insertOne.run(...parameters([row]));
  }

  function insertAll(rows: readonly EventRow[]): void {
    const remainder = rows.length - (rows.length % ROWS);
    for (let from = 0; from < remainder; from += ROWS) {
      insert(insertMany, rows.slice(from, from + ROWS));
    }
    for (const row of rows.slice(remainder)) insert(insertOne, [row]);
  }

  function commit(rows: readonly EventRow[], isDurable: boolean): void {
    try {
      file.check();
      if (rows.length === 0) {
        syncLog(path);
        return;
      }
      // a later commit that waits for the disk waits for this one too: they stand in the same log
      if (!isDurable) database.exec("PRAGMA synchronous = NORMAL");
      database.exec("BEGIN IMMEDIATE");
      locks.checkHeld(rows);
      insertAll(rows);
      database.exec("COMMIT");
      file.checkWritten();
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw storeProblem(error, path);
    } finally {
      if (!isDurable) database.exec("PRAGMA synchronous = FULL");
    }
  }

  return {
    database,
    snapshot: opened.snapshot,
    group: groupCommit(commit, LIMITS),
    locks,
    whole,
    close() {
      try {
        locks.unlockAll();
      } finally {
        opened.close();
      }
    },
  };
}

function syncLog(path: string): void {
  if (path === ":memory:") return;
  const log = openSync(`${path}-wal`, "r+");
  try {
    fsyncSync(log);
  } finally {
    closeSync(log);
  }
}

interface StoredEnd extends StoredRow, ShortenedRow {
  readonly seq: number;
}
