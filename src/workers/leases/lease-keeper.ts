import { Worker } from "node:worker_threads";
import { performance, RealDate } from "../../core/async/own-timers.ts";
import type { LeaseAnswer, LeaseOrder, LeaseThreadData } from "./lease-order.ts";

/** Taken before anything is loaded that could replace it. */
const { store } = Atomics;

/** Set by whoever goes on in the place of a process that is stuck: what that one has is to lapse. */
export interface LeaseSwitch {
  readonly letGo: SharedArrayBuffer;
  /** Nothing of the language is used here that can be replaced. */
  off(): void;
}

export function leaseSwitch(): LeaseSwitch {
  const letGo = new SharedArrayBuffer(4);
  const flag = new Int32Array(letGo);
  return { letGo, off: () => void store(flag, 0, 1) };
}

/** Which leases of a run went on, and since when that is known. */
interface Renewed extends Pick<LeaseAnswer, "attempts"> {
  readonly kept: ReadonlySet<string>;
  /** By the clock of this thread. */
  readonly at: number;
}

/** Says all the time that we are at what we have, also while an agent computes without a pause. */
export interface LeaseKeeper {
  /** False before it was started, and where its thread has ended. */
  isKeeping(): boolean;
  /** Renews these from now on, and no others of their run. */
  keep(order: LeaseOrder): void;
  /** Hears what came of it. */
  onRenewed(runId: string, hear: ((renewed: Renewed) => void) | undefined): void;
  close(): Promise<void>;
}

interface KeeperOptions extends Omit<LeaseThreadData, "letGo"> {
  readonly leases: LeaseSwitch;
}

/** Whoever only waits for a run has no thread; it is there before code of a run is loaded. */
export function leaseKeeper({ leases, ...options }: KeeperOptions): LeaseKeeper {
  const hearers = new Map<string, (renewed: Renewed) => void>();
  let thread: { readonly worker: Worker; readonly ended: Promise<void> } | undefined;
  let isOver = false;

  function start(): Worker {
    // the command is a bundle, in which it lies beside the chunk that this is in
    const file = import.meta.url.endsWith(".ts") ? "./lease-worker.ts" : "./lease-worker.js";
    const workerData: LeaseThreadData = { ...options, letGo: leases.letGo };
    const worker = new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] });
    const ended = Promise.withResolvers<void>();
    worker.on("message", ({ runId, attempts, kept, at }: LeaseAnswer) => {
      const since = performance.now() - (RealDate.now() - at);
      hearers.get(runId)?.({ attempts, kept: new Set(kept), at: since });
    });
    // without it this thread renews, as long as nothing keeps it from doing so
    worker.on("error", () => {});
    worker.on("exit", () => {
      isOver = true;
      ended.resolve();
    });
    worker.unref();
    thread = { worker, ended: ended.promise };
    return worker;
  }

  return {
    isKeeping: () => thread !== undefined && !isOver,
    keep(order) {
      (thread?.worker ?? start()).postMessage(order);
    },
    onRenewed(runId, hear) {
      if (hear === undefined) hearers.delete(runId);
      else hearers.set(runId, hear);
    },
    async close() {
      if (thread === undefined) return;
      thread.worker.ref();
      thread.worker.postMessage("close");
      await thread.ended;
    },
  };
}
