import type { MessagePort } from "node:worker_threads";

/** The way to a thread on which models are asked. */
export interface ModelLine {
  readonly key: string;
  /** Starts the thread, with the other end of our port. */
  open(port: MessagePort): void;
}

let offered: ModelLine | undefined;

/**
 * Offers a line that was laid before any code of users was loaded: nobody has seen its key, and who starts the thread has a
 * realm that such code never had. Returns how to take it back.
 */
export function offerModelLine(line: ModelLine): () => void {
  offered = line;
  return () => {
    if (offered === line) offered = undefined;
  };
}

/** Undefined where nobody runs code of users, or in a thread of somebody else's. */
export function offeredModelLine(): ModelLine | undefined {
  return offered;
}

/** What the thread runs. In the command, which is a bundle, it lies beside the chunk that this is in. */
export function modelThreadFile(): URL {
  const file = import.meta.url.endsWith(".ts") ? "./model-worker.ts" : "./model-worker.js";
  return new URL(file, import.meta.url);
}
