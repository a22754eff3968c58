import type { RunEvent } from "../core/run.ts";

/** Events a slow listener may leave unread before the workers wait for it. */
const BACKLOG = 256;

export interface EventChannel {
  push(event: RunEvent): void;
  /** Resolves at once unless the listener is far behind. */
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
      if (queue.length < BACKLOG) return undefined;
      room ??= Promise.withResolvers<void>();
      return room.promise;
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
