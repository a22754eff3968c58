import { asyncQueue } from "../core/async/async-queue.ts";
import { performance, setImmediate } from "../core/async/own-timers.ts";
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
  let room: PromiseWithResolvers<void> | undefined;
  let breath: Promise<void> | undefined;
  let breathedAt = performance.now();
  const { push, waiting, batches, fail, close } = asyncQueue<RunEvent>({
    onPull() {
      room?.resolve();
      room = undefined;
    },
    // quick agents end by the dozen within a turn of the event loop, and each batch costs a look at all built-ins
    gather: () => new Promise((resolve) => void setImmediate(resolve)),
  });

  /** An agent that answers at once never lets the event loop turn, and with it no timer, no deadline and no Ctrl-C. */
  const breathe = () =>
    new Promise<void>((resolve) => {
      setImmediate(() => {
        breath = undefined;
        breathedAt = performance.now();
        resolve();
      });
    });
  function ready(): Promise<void> | undefined {
    if (waiting() >= BACKLOG) {
      room ??= Promise.withResolvers<void>();
      return room.promise;
    }
    if (performance.now() - breathedAt < BREATH_MS) return undefined;
    breath ??= breathe();
    return breath;
  }
  return { push, ready, batches, fail, close };
}
