import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { openOwnDatabase } from "./own-database.ts";

/** A database that can be read where nothing may be written, and how to open it once more. */
export interface ReadOnlyDatabase {
  open(): DatabaseSync;
  /** Removes what was made to read it. */
  release(): void;
}

/** SQLite's READONLY and CANTOPEN, and what the file system says. */
const refusals: ReadonlySet<unknown> = new Set([8, 14, "EACCES", "EPERM", "EROFS"]);

/** Whether it is for want of permission to write that a database was not opened. */
export function isWriteRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  return refusals.has(typeof errcode === "number" ? errcode & 0xff : code);
}

/**
 * SQLite makes files beside a database also to read it, unless somebody who writes has made them. Where it cannot, a
 * database that nobody writes to is read as it stands, and one whose newest events are in its log still, or whose tables
 * are older than ours, from a copy.
 */
export function readOnlyDatabase(
  path: string,
  prepare: (copy: string) => void,
  isCurrent: (database: DatabaseSync) => boolean,
): ReadOnlyDatabase {
  const asItStands = `${pathToFileURL(path).href}?immutable=1`;
  for (const where of hasLog(path) ? [path] : [path, asItStands]) {
    if (canRead(where, isCurrent)) return { open: () => connectReadOnly(where), release() {} };
  }
  return copyOf(path, prepare);
}

function canRead(where: string, isCurrent: (database: DatabaseSync) => boolean): boolean {
  const database = connectReadOnly(where);
  try {
    return isCurrent(database);
  } catch (error) {
    if (isWriteRefused(error)) return false;
    throw error;
  } finally {
    database.close();
  }
}

function copyOf(path: string, prepare: (copy: string) => void): ReadOnlyDatabase {
  const folder = mkdtempSync(join(tmpdir(), "assay-read-"));
  const release = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "assay.db");
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o600);
    prepare(copy);
    // what is written to a copy would be lost without a word
    return { open: () => connectReadOnly(copy), release };
  } catch (error) {
    release();
    throw error;
  }
}

function connectReadOnly(where: string): DatabaseSync {
  return openOwnDatabase(where, { readOnly: true });
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
