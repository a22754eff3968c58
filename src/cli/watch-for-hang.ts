import { Worker } from "node:worker_threads";

/** Beyond its deadline, an agent that computes without pause gets this long before it is taken for hanging. */
const GRACE_MS = 5_000;
const BEAT_MS = 500;

/**
 * Runs on a thread of its own: an agent that never lets go of ours also stops the clock of every deadline. All that is left
 * then is to say so and to end the process; what was reported is in the journal.
 */
const watch = `
  const { workerData } = require("node:worker_threads");
  const { writeSync } = require("node:fs");
  const { beat, limit, every, words } = workerData;
  const seen = new Int32Array(beat);
  let last = -1;
  let since = Date.now();
  setInterval(() => {
    const now = Atomics.load(seen, 0);
    if (now !== last) {
      last = now;
      since = Date.now();
    } else if (Date.now() - since > limit) {
      writeSync(2, words);
      process.kill(process.pid, "SIGKILL");
    }
  }, every);
`;

/** Ends the process when nothing in it has moved for longer than any turn may take. */
export function watchForHang(turnSeconds: number): { release(): void } {
  const beat = new SharedArrayBuffer(4);
  const beats = new Int32Array(beat);
  const seconds = turnSeconds + GRACE_MS / 1000;
  const words = [
    "",
    `error  The agent has computed for ${seconds} s without a pause, so that no deadline`,
    "       can end it. What was reported is saved. Run this agent as a command of its",
    "       own, which can be stopped, or mend it, and go on with:  assay eval --resume",
    "",
    "",
  ].join("\n");
  const workerData = { beat, limit: seconds * 1000, every: BEAT_MS, words };
  const worker = new Worker(watch, { eval: true, workerData, stdout: true, stderr: true });
  worker.unref();
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
  timer.unref();
  return {
    release() {
      clearInterval(timer);
      void worker.terminate();
    },
  };
}
