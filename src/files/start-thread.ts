import { setFlagsFromString } from "node:v8";
import type { Worker } from "node:worker_threads";

/** Not imported: what is imported first stays for good under Jest, so agents would get it without gates. */
const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");

/** What these threads are given is forgotten soon: left alone, a heap would take a hundred times as much for what is new. */
const YOUNG_MEGABYTES = 16;

/**
 * Starts a thread of ours that reads or writes a great deal and keeps nothing. Its heap has room for what is new from the
 * beginning: V8 begins with one megabyte and waits for objects that live long before it gives more, so that such a thread
 * would collect its garbage a thousand times where a hundred will do.
 */
export function startThread(file: URL, workerData?: unknown): Worker {
  setFlagsFromString(`--min-semi-space-size=${YOUNG_MEGABYTES}`);
  const worker = new Thread(file, {
    workerData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
  // a heap looks at it once, when it is made, and that is done by the thread itself
  const reset = () => setFlagsFromString("--min-semi-space-size=0");
  worker.once("online", reset);
  worker.once("exit", reset);
  return worker;
}
