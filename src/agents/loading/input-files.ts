import { createHash } from "node:crypto";
import { type Dirent, fstatSync, readFileSync, type Stats, statSync } from "node:fs";
import { basename, join } from "node:path";
import { folderEntries } from "./folder-entries.ts";
import { isSource } from "./source-files.ts";

const FILE_LIMIT = 2_000;
const DEPTH_LIMIT = 12;
/** Larger files are compared by size and time alone. */
const HASHED_BYTES = 1_000_000;

/** Folders that hold what others made: packages, builds, what a run writes. */
const aside =
  /^(?:\..*|node_modules|dist|build|coverage|__pycache__|venv|logs?|outputs?|results?|reports?|te?mp)$/i;
/** Files that programs write and no agent is made of. */
const made =
  /(?:\.(?:log|out|err|pid|lock|swp|bak|te?mp|map|tsbuildinfo|db|sqlite3?|db3|wal|shm)|-(?:wal|shm|journal)|~)$/i;
const named = /(?:^|[-_. ])(?:logs?|stdout|stderr|nohup|outputs?)(?:[-_. \d]|$)/i;
const sets = /(?:\.evalset|\.test|\.evalset_result|^test_config|^package-lock)\.json$/;

interface InputOptions {
  /** Absolute paths of what the run itself reads or writes: sets, configs, reports. */
  readonly except: ReadonlySet<string>;
}

/**
 * The files of a folder that an agent may be made of beyond its code: prompts, tables, settings. What grows by itself is
 * left out by its name, and so is a file that this process prints to. Sorted.
 */
export function inputFiles(directory: string, { except }: InputOptions): readonly string[] {
  const found: string[] = [];
  const printed = [1, 2].map(identityOfDescriptor);
  const visit = (folder: string, depth: number): void => {
    for (const entry of folderEntries(folder)) {
      if (found.length >= FILE_LIMIT) return;
      const path = join(folder, entry.name);
      if (isOwnFolder(entry) && depth < DEPTH_LIMIT) visit(path, depth + 1);
      if (!entry.isDirectory() && !except.has(path) && isInput(path, printed)) found.push(path);
    }
  };
  visit(directory, 0);
  return found;
}

function isOwnFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !aside.test(entry.name);
}

/** By its name alone: neither a log nor a database, and no set or config, which are compared by what they say. */
export function mayBeInput(path: string): boolean {
  const name = basename(path);
  return !name.startsWith(".") && !made.test(name) && !named.test(name) && !sets.test(name);
}

function isInput(path: string, printed: readonly (string | undefined)[]): boolean {
  if (!mayBeInput(path) || isSource(basename(path))) return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  // an empty file says nothing to anybody; it is there to be written to
  if (stats?.isFile() !== true || stats.size === 0) return false;
  return !printed.includes(identityOf(stats)) && !isEvalSet(path, stats);
}

/** Sets under names of their own; their cases are compared one by one elsewhere. */
function isEvalSet(path: string, { size }: Stats): boolean {
  if (!path.endsWith(".json") || size > HASHED_BYTES) return false;
  return /"eval_?[cC]ases"\s*:|^\s*\[\s*\{\s*"query"\s*:/.test(tryRead(path).toString("utf8"));
}

/** Hash of a file's content; undefined when there is none. */
export function hashFile(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  if (stats.size > HASHED_BYTES) return `${stats.size} ${stats.mtimeMs}`;
  return createHash("sha256").update(tryRead(path)).digest("hex").slice(0, 16);
}

/** Says which files have been written to since this was called. */
export function fileChanges(paths: readonly string[]): () => readonly string[] {
  const stamp = (path: string) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size}`;
  };
  const known = new Map(paths.map((path) => [path, stamp(path)]));
  return () => {
    const changed = [...known].filter(([path, before]) => stamp(path) !== before);
    for (const [path] of changed) known.delete(path);
    return changed.map(([path]) => path);
  };
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev} ${ino}`;
}

function identityOfDescriptor(descriptor: number): string | undefined {
  try {
    return identityOf(fstatSync(descriptor));
  } catch {
    return undefined;
  }
}

function tryRead(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
