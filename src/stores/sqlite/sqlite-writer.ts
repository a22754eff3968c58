import { closeSync, fsyncSync, openSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { readRow, type StoredRow, type UncheckedRow, VOID_END } from "../event-row.ts";
import { storeProblem } from "../store-problem.ts";
import { fileWatch } from "./file-watch.ts";
import { lockChecker } from "./locks/lock-checker.ts";
import { insertEvents, SELECT_END } from "./sqlite-schema.ts";
import {
  type ShortenedRow,
  storedTemplates,
  templateReader,
} from "./templates/stored-templates.ts";
import type { TemplateWriter } from "./templates/template-writer.ts";

/** Writes rows of the journal through one connection. */
export interface SqliteWriter {
  /** All of them or none. `held` are the runs that are locked by whom this writes for: none of them may be lost meanwhile. */
  commit(rows: readonly UncheckedRow[], options: CommitOptions): void;
}

interface CommitOptions {
  readonly held: ReadonlySet<string>;
  /** Whether the disk is waited for, with all that was committed before. */
  readonly isDurable: boolean;
}

/** Rows a statement: calling SQLite costs more than inserting a row does. */
const ROWS = 16;

export function openWriter(path: string, database: DatabaseSync, owner: string): SqliteWriter {
  const insertOne = database.prepare(insertEvents(1));
  const insertMany = database.prepare(insertEvents(ROWS));
  const findEnd = database.prepare(SELECT_END);
  const voidEnd = database.prepare("UPDATE events SET type = ?, end_key = NULL WHERE seq = ?");
  const checkHeld = lockChecker(database, owner);
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

  function parameters(rows: readonly UncheckedRow[]): SQLInputValue[] {
    const values: SQLInputValue[] = [];
    for (const row of rows) {
      const { template, body } = templatesOf(row.runId).shorten(row.type, row.body);
      values.push(row.runId, row.type, row.caseIndex, row.trial, row.evalSetId, row.evalId);
      values.push(row.status, row.endKey, crc32(row.body), body, template);
    }
    return values;
  }

  function insert(statement: StatementSync, rows: readonly UncheckedRow[]): void {
    const { changes } = statement.run(...parameters(rows));
    if (Number(changes) < rows.length) for (const row of rows) replaceDamagedEnd(row);
  }

  /** The first end of a conversation stands, unless it cannot be read any more. */
  function replaceDamagedEnd(row: UncheckedRow): void {
    if (row.endKey === null) return;
    const stored = findEnd.get(row.runId, row.endKey) as StoredEnd | undefined;
    if (stored === undefined || readRow(whole(row.runId, stored)) !== undefined) return;
    voidEnd.run(VOID_END, stored.seq);
    insertOne.run(...parameters([row]));
  }

  function insertAll(rows: readonly UncheckedRow[]): void {
    const remainder = rows.length - (rows.length % ROWS);
    for (let from = 0; from < remainder; from += ROWS) {
      insert(insertMany, rows.slice(from, from + ROWS));
    }
    for (const row of rows.slice(remainder)) insert(insertOne, [row]);
  }

  return {
    commit(rows, { held, isDurable }) {
      try {
        file.check();
        if (rows.length === 0) {
          syncLog(path);
          return;
        }
        // a later commit that waits for the disk waits for this one too: they stand in the same log
        if (!isDurable) database.exec("PRAGMA synchronous = NORMAL");
        database.exec("BEGIN IMMEDIATE");
        checkHeld(rows, held);
        insertAll(rows);
        database.exec("COMMIT");
        file.checkWritten();
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw storeProblem(error, path);
      } finally {
        if (!isDurable) database.exec("PRAGMA synchronous = FULL");
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
