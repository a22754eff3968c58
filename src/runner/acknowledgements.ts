import type { Reporter } from "../core/reporter.ts";
import type { RunEvent } from "../core/run.ts";
import { originalOf } from "../core/secrets/original-event.ts";

/** Wakes those who wait when an event of theirs is durable. */
export interface Acknowledgements {
  /** Resolves when the event is in the journal for good; rejects when nobody waits for it any more. */
  wait(event: RunEvent, signal: AbortSignal): Promise<void>;
  /** Hears of every event after its commit. */
  readonly reporter: Reporter;
}

export function acknowledgements(): Acknowledgements {
  const waiting = new Map<RunEvent, () => void>();
  return {
    wait(event, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onAbort = () => {
        waiting.delete(event);
        reject(new Error("the run was stopped before the reply was in the journal"));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();
      else {
        waiting.set(event, () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        });
      }
      return promise;
    },
    reporter: {
      onEvent(event) {
        if (waiting.size === 0) return;
        const own = originalOf(event);
        waiting.get(own)?.();
        waiting.delete(own);
      },
    },
  };
}
