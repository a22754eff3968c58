import { UserFacingError } from "../core/errors.ts";

/** SQLite's primary result codes, the low byte of what node:sqlite puts on its errors. */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** What SQLite or the file system could not do, as a sentence with a way out; anything else is returned as it came. */
export function storeProblem(error: unknown, path: string): unknown {
  const problem = sentenceFor(error, path);
  if (problem === undefined) return error;
  return new UserFacingError("store/unusable", problem.message, {
    hint: problem.hint,
    cause: error,
  });
}

interface Sentence {
  readonly message: string;
  readonly hint: string;
}

function sentenceFor(error: unknown, path: string): Sentence | undefined {
  if (kindOf(error) === ERROR && /^no such (table|column)/.test(reasonOf(error)))
    return damaged(path);
  switch (kindOf(error)) {
    case BUSY:
    case LOCKED:
      return {
        message: `${path} is locked by another program.`,
        hint: "Close whatever holds it open (a database browser, a backup) and try again. Finished work is saved.",
      };
    case READONLY:
    case CANTOPEN:
    case "ENOENT":
    case "ENAMETOOLONG":
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return {
        message: `${path} cannot be opened for writing.`,
        hint: "Check the permissions of the folder and of the files in it, or work in a folder you may write to.",
      };
    case "ENOTDIR":
    case "EEXIST":
    case "EISDIR":
      return {
        message: `${path} cannot be made: a file stands where a folder should be, or the other way round.`,
        hint: "Move it out of the way and try again.",
      };
    case FULL:
    case "ENOSPC":
    case "EDQUOT":
      return {
        message: `There is no space left for ${path}.`,
        hint: "Make room (assay runs rm removes old runs) and try again. Finished work is saved.",
      };
    case IOERR:
    case "EIO":
    case "EMFILE":
    case "ENFILE":
    case "EFBIG":
      return {
        message: `${path} could not be read or written: ${reasonOf(error)}.`,
        hint: "Check the disk, its space and its limits, and try again. Finished work is saved.",
      };
    case CORRUPT:
    case NOTADB:
      return damaged(path);
    default:
      return undefined;
  }
}

function damaged(path: string): Sentence {
  return {
    message: `${path} is damaged, or is not a database of Assay.`,
    hint: "Move it away together with its -wal and -shm files; the next run begins a new one.",
  };
}

function kindOf(error: unknown): number | string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode & 0xff;
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
