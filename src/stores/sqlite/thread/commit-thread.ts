import { type ErrorCode, UserFacingError } from "../../../core/errors.ts";
import { startThread } from "../../../files/start-thread.ts";
import type { UncheckedRow } from "../../event-row.ts";
import { type CommitAnswer, type CommitFailure, packRows, type RowPack } from "./row-pack.ts";

/** Writes rows of runs on a thread of its own, through a connection of its own. */
export interface CommitThread {
  /** False until it can take rows, and where it could not be started. */
  isReady(): boolean;
  /** Resolves when they are durable. Groups become durable in the order they were given. */
  commit(rows: readonly UncheckedRow[], held: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface ThreadOptions {
  readonly path: string;
  readonly busyTimeout: number;
  /** Of the locks of this process. */
  readonly owner: string;
}

export function commitThread(workerData: ThreadOptions): CommitThread {
  // the command is a bundle, in which it lies beside the chunk that this is in
  const file = import.meta.url.endsWith(".ts") ? "./commit-worker.ts" : "./commit-worker.js";
  const worker = startThread(new URL(file, import.meta.url), workerData);
  const waiting: PromiseWithResolvers<void>[] = [];
  const ended = Promise.withResolvers<void>();
  let isReady = false;
  let broken: unknown;

  function fail(error: unknown): void {
    broken ??= error;
    isReady = false;
    for (const each of waiting.splice(0)) each.reject(broken);
  }
  worker.on("message", (answer: CommitAnswer | "ready") => {
    if (answer === "ready") {
      isReady = true;
      return;
    }
    const first = waiting.shift();
    if (answer === undefined) first?.resolve();
    else first?.reject(errorOf(answer));
  });
  worker.on("error", fail);
  worker.on("exit", () => {
    fail(new Error("the thread that writes the journal has ended"));
    ended.resolve();
  });
  // whoever waits for a commit keeps the process alive by waiting
  worker.unref();
  return {
    isReady: () => isReady,
    commit(rows, held) {
      const one = Promise.withResolvers<void>();
      if (broken !== undefined) one.reject(broken);
      else {
        waiting.push(one);
        worker.ref();
        worker.postMessage({ values: packRows(rows), held } satisfies RowPack);
        const rest = () => {
          if (waiting.length === 0) worker.unref();
        };
        one.promise.then(rest, rest);
      }
      return one.promise;
    },
    async close() {
      worker.ref();
      worker.postMessage("close");
      await ended.promise;
    },
  };
}

function errorOf({ message, fix, stack }: CommitFailure): Error {
  if (fix !== undefined) {
    return new UserFacingError(fix.code as ErrorCode, message, { hint: fix.hint });
  }
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
