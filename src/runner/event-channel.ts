import { performance, setImmediate } from "../core/own-timers.ts";
import type { RunEvent } from "../core/run.ts";

/** Events a slow listener may leave unread before the workers wait for it. */
const BACKLOG = 256;

/** How long workers may keep the event loop for themselves. */
const BREATH_MS = 100;

export interface EventChannel {
  push(event: RunEvent): void;
  /** To be awaited before new work: undefined unless the listener is far behind, or the event loop has long had no turn. */
  ready(): Promise<void> | undefined;
  /** What was pushed since the last look, never empty. */
  batches(): AsyncGenerator<readonly RunEvent[]>;
  fail(error: unknown): void;
  close(): void;
}

/** Workers push, one listener pulls, and neither runs far ahead of the other. */
export function eventChannel(): EventChannel {
  let queue: RunEvent[] = [];
  let closed = false;
  let failure: { error: unknown } | undefined;
  let wakeListener: (() => void) | undefined;
  let room: PromiseWithResolvers<void> | undefined;
  let breath: Promise<void> | undefined;
  let breathedAt = performance.now();

  /** An agent that answers at once never lets the event loop turn, and with it no timer, no deadline and no Ctrl-C. */
  const breathe = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        breath = undefined;
        breathedAt = performance.now();
        resolve();
      });
    });
  const wake = () => {
    wakeListener?.();
    wakeListener = undefined;
  };
  return {
    push(event) {
      queue.push(event);
      wake();
    },
    ready() {
      if (queue.length >= BACKLOG) {
        room ??= Promise.withResolvers<void>();
        return room.promise;
      }
      if (performance.now() - breathedAt < BREATH_MS) return undefined;
      breath ??= breathe();
      return breath;
    },
    async *batches() {
      for (;;) {
        const batch = queue;
        queue = [];
        room?.resolve();
        room = undefined;
        if (batch.length > 0) yield batch;
        if (queue.length > 0) continue;
        if (failure !== undefined) throw failure.error;
        if (closed) return;
        await new Promise<void>((resolve) => {
          wakeListener = resolve;
        });
      }
    },
    fail(error) {
      failure = { error };
    },
    close() {
      closed = true;
      wake();
    },
  };
}
