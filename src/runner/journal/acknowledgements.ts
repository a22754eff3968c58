import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { originalOf } from "../../core/secrets/original-event.ts";

/** Wakes those who wait when an event of theirs is durable. */
export interface Acknowledgements {
  /** Resolves when the event is in the journal for good; rejects when nobody waits for it any more. */
  wait(event: RunEvent, signal: AbortSignal): Promise<void>;
  /** Has an event that is waited for committed now, with all before it, instead of with the next group. */
  hurry(event: RunEvent): void;
  /** Keeps what the store has from ending with the process. */
  save(): void | Promise<void>;
  /** The same where saving is a commit on another machine; undefined where it is cheap. */
  readonly saveTogether: (() => Promise<void>) | undefined;
  /** Told of every event when the store has it, and when it is durable. */
  appended(event: RunEvent): void;
  committed(event: RunEvent): void;
  /** Told when the journal accepts nothing any more. */
  failed(error: unknown): void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  isAppended: boolean;
  isUrgent: boolean;
}

export function acknowledgements(store: Pick<RunStore, "flush" | "save">): Acknowledgements {
  const waiting = new Map<RunEvent, Waiting>();
  let failure: { readonly error: unknown } | undefined;
  // whoever waits hears of a commit that failed
  const commit = () => store.flush().catch(() => {});
  const commitNow = () => void commit();
  return {
    wait(event, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const onAbort = () => {
        waiting.delete(event);
        reject(new Error("the run was stopped before the reply was in the journal"));
      };
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();
      else if (failure !== undefined) reject(failure.error);
      else {
        const forget = () => signal.removeEventListener("abort", onAbort);
        waiting.set(event, {
          resolve: () => {
            forget();
            resolve();
          },
          reject: (error) => {
            forget();
            reject(error);
          },
          isAppended: false,
          isUrgent: false,
        });
      }
      return promise;
    },
    hurry(event) {
      const each = waiting.get(event);
      if (each === undefined) return;
      each.isUrgent = true;
      if (each.isAppended) commitNow();
    },
    save: () => (store.save === undefined ? commit() : store.save()),
    saveTogether: store.save === undefined ? commit : undefined,
    appended(event) {
      if (waiting.size === 0) return;
      const each = waiting.get(originalOf(event));
      if (each === undefined) return;
      each.isAppended = true;
      if (each.isUrgent) commitNow();
    },
    committed(event) {
      if (waiting.size === 0) return;
      const own = originalOf(event);
      waiting.get(own)?.resolve();
      waiting.delete(own);
    },
    failed(error) {
      failure = { error };
      for (const each of waiting.values()) each.reject(error);
      waiting.clear();
    },
  };
}
