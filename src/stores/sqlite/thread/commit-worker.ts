import { parentPort, workerData } from "node:worker_threads";
import { isUserFacingError, messageOf } from "../../../core/errors.ts";
import { openDatabase } from "../sqlite-database.ts";
import { openWriter } from "../sqlite-writer.ts";
import { type CommitFailure, type RowPack, unpackRows } from "./row-pack.ts";

/** The thread of `commit-thread.ts`: commits one group after the other. */
const { path, busyTimeout, owner } = workerData as {
  readonly path: string;
  readonly busyTimeout: number;
  readonly owner: string;
};

let failure: CommitFailure | undefined;
const opened = openDatabase(path, busyTimeout);
const writer = openWriter(path, opened.database, owner);

parentPort?.on("message", (pack: RowPack | "close") => {
  if (pack === "close") {
    opened.close();
    parentPort?.close();
    return;
  }
  // a later row must not outlive an earlier one that was lost
  if (failure === undefined) {
    try {
      writer.commit(unpackRows(pack.values), { held: new Set(pack.held), isDurable: true });
    } catch (error) {
      failure = failureOf(error);
    }
  }
  parentPort?.postMessage(failure);
});
parentPort?.postMessage("ready");

function failureOf(error: unknown): CommitFailure {
  const fix = isUserFacingError(error) ? { code: error.code, hint: error.hint } : undefined;
  return {
    message: messageOf(error),
    fix,
    stack: error instanceof Error ? error.stack : undefined,
  };
}
