import type { DatabaseSync } from "node:sqlite";
import { UserFacingError } from "../../../core/errors.ts";

/**
 * Throws when a run of these rows is held by whom the owner stands for, and is somebody else's by now. To be asked within
 * the transaction that writes.
 */
export type LockChecker = (
  rows: readonly { readonly runId: string }[],
  held: ReadonlySet<string>,
) => void;

export function lockChecker(database: DatabaseSync, owner: string): LockChecker {
  const find = database.prepare("SELECT owner FROM locks WHERE run_id = ?");
  return (rows, held) => {
    let checked: string | undefined;
    for (const { runId } of rows) {
      if (runId === checked || !held.has(runId)) continue;
      checked = runId;
      if (find.get(runId)?.owner !== owner) throw lostRun(runId);
    }
  };
}

/** A process that stood still for long (a suspended machine) may find that another has locked its run. */
function lostRun(runId: string): UserFacingError {
  return new UserFacingError(
    "run/busy",
    `Another process has taken over run ${runId}, or removed it.`,
    {
      hint: "This one was silent for so long that it counted as gone. What it had finished is saved.",
    },
  );
}
