import { statSync } from "node:fs";
import { UserFacingError } from "../core/errors.ts";

/** A file that is open can be deleted or replaced without a word: what is written then reaches nobody. */
export interface FileWatch {
  /** Throws when the database, or the log it is written through, is not the one that was opened. */
  check(): void;
}

export function fileWatch(path: string): FileWatch {
  if (path === ":memory:") return { check() {} };
  const opened = identityOf(path);
  let log: string | undefined;
  return {
    check() {
      const logNow = identityOf(`${path}-wal`);
      // SQLite makes its log with the first write
      log ??= logNow;
      if (identityOf(path) === opened && logNow === log) return;
      throw new UserFacingError(
        "store/unusable",
        `${path} was removed or replaced during the run.`,
        {
          hint: "Nothing could be kept from then on, so the run was stopped. Leave the file alone while runs write to it, and start again.",
        },
      );
    },
  };
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev} ${found.ino}`;
}
