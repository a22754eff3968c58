import { type Stats, statSync } from "node:fs";
import { UserFacingError } from "../../core/errors.ts";
import { beginsAsLog } from "./begins-as-log.ts";

/** A file that is open can be deleted, replaced or emptied without a word: what is written then reaches nobody. */
export interface FileWatch {
  /** Throws when the database, or the log it is written through, is not the one that was opened. To be called before a commit. */
  check(): void;
  /** Throws when what was just committed stands where nobody will read it. */
  checkWritten(): void;
}

export function fileWatch(path: string): FileWatch {
  if (path === ":memory:") return { check() {}, checkWritten() {} };
  const opened = identityOf(statOf(path));
  let log: string | undefined;
  let logSize = 0;
  let hasShrunk = false;
  return {
    check() {
      const file = statOf(path);
      const logFile = statOf(`${path}-wal`);
      const logNow = identityOf(logFile);
      // SQLite makes its log with the first write
      log ??= logNow;
      const isEmpty = file?.size === 0 && opened !== undefined;
      if (identityOf(file) !== opened || logNow !== log || isEmpty) throw gone(path);
      const size = logFile?.size ?? 0;
      // its own checkpoints let the log start anew, and it shrinks by the hand of others
      if (size < logSize) hasShrunk = true;
      logSize = size;
    },
    checkWritten() {
      if (!hasShrunk) return;
      hasShrunk = false;
      // another program's checkpoint leaves a log that begins as all do; one that was cut off is written on from where it ended
      if (!beginsAsLog(`${path}-wal`)) throw gone(path);
    },
  };
}

function gone(path: string): UserFacingError {
  return new UserFacingError("store/unusable", `${path} was removed or replaced during the run.`, {
    hint: "Nothing could be kept from then on, so the run was stopped. Leave the file alone while runs write to it, and start again.",
  });
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function identityOf(found: Stats | undefined): string | undefined {
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}
