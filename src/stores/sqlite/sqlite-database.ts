import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { UserFacingError } from "../../core/errors.ts";
import { makeFolderNow } from "../../files/make-folder.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { openOwnDatabase } from "./own-database.ts";
import { isWriteRefused, readOnlyDatabase } from "./read-only-database.ts";
import { DATABASE_VERSION, SCHEMA } from "./sqlite-schema.ts";

/** An open database, and how to open it once more. */
export interface OpenDatabase {
  readonly database: DatabaseSync;
  /** A connection of its own for a long read: it sees the journal as it stood, whatever is written meanwhile. */
  snapshot(): DatabaseSync;
  close(): void;
}

/** Opens the database for reading and writing, and makes it first where there is none. */
export function openDatabase(path: string, busyTimeout: number): OpenDatabase {
  if (!existsSync(path)) makeFolder(dirname(path));
  const database = connect(path, busyTimeout);
  try {
    retryWhileBusy(() => prepare(database, path), busyTimeout);
  } catch (error) {
    database.close();
    throw error;
  }
  const snapshot = () => connect(path, busyTimeout);
  return { database, snapshot, close: () => database.close() };
}

/** The same, but where nothing may be written it is opened for reading alone. */
export function openForReading(path: string, busyTimeout: number): OpenDatabase {
  try {
    return openDatabase(path, busyTimeout);
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
    return openReadOnly(path, busyTimeout);
  }
}

/** The version of the tables in a file; 0 where there are none. */
export function storedVersion(path: string): number {
  const database = openOwnDatabase(path);
  try {
    return versionOf(database);
  } finally {
    database.close();
  }
}

function openReadOnly(path: string, busyTimeout: number): OpenDatabase {
  const { open, release } = readOnlyDatabase(
    path,
    (copy) => openDatabase(copy, busyTimeout).close(),
    (found) => checkedVersion(found, path) === DATABASE_VERSION,
  );
  const database = open();
  const close = () => {
    database.close();
    release();
  };
  return { database, snapshot: open, close };
}

function connect(path: string, busyTimeout: number): DatabaseSync {
  const database = openOwnDatabase(path);
  database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
  return database;
}

/** The folder is ours alone, so everything in it stays out of version control. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolderNow(folder);
  writeFileSync(join(folder, ".gitignore"), "*\n");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function prepare(database: DatabaseSync, path: string): void {
  if (versionOf(database) === 0) {
    // larger pages than usual: most events have one to four kilobytes and should not spill over
    database.exec("PRAGMA page_size = 8192");
  }
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  if (checkedVersion(database, path) < DATABASE_VERSION) createTables(database, path);
}

function checkedVersion(database: DatabaseSync, path: string): number {
  const version = versionOf(database);
  if (version > DATABASE_VERSION) throw newerDatabase(path);
  return version;
}

function createTables(database: DatabaseSync, path: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    // another process may have been here between the look and the lock
    const version = versionOf(database);
    if (version === 0) {
      if (tableCount(database) > 0) throw foreignDatabase(path);
      database.exec(`${SCHEMA}; PRAGMA user_version = ${DATABASE_VERSION}`);
    } else if (version < DATABASE_VERSION) {
      migrateDatabase(database, version);
    }
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}

function tableCount(database: DatabaseSync): number {
  return Number(database.prepare("SELECT count(*) AS n FROM sqlite_master").get()?.n ?? 0);
}

/** Two processes that turn a new file to WAL at once: SQLite answers "busy" there without waiting. */
function retryWhileBusy(attempt: () => void, busyTimeout: number): void {
  const deadline = Date.now() + busyTimeout;
  for (;;) {
    try {
      attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
}

function newerDatabase(path: string): UserFacingError {
  return new UserFacingError("store/unusable", `${path} was written by a newer version of Assay.`, {
    hint: "Update Assay, or move the file away to begin a new one.",
  });
}

function foreignDatabase(path: string): UserFacingError {
  return new UserFacingError("store/unusable", `${path} is a database of another program.`, {
    hint: "Move it away, or give Assay another path.",
  });
}
