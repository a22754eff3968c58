import { asyncQueue } from "../core/async/async-queue.ts";
import { performance, setImmediate } from "../core/async/own-timers.ts";
import type { RunEvent } from "../core/run.ts";

/** Events a slow listener may leave unread before the workers wait for it. */
const BACKLOG = 256;

/**
 * From so many events on they are handed over once a turn of the event loop: quick agents end by the hundred within one, and
 * each hand-over costs a look at all built-ins. Before, each is on its way at once, whatever an agent does to the loop.
 */
const MANY = 1000;

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
  let pushed = 0;
  const { push, waiting, batches, fail, close } = asyncQueue<RunEvent>({
    onPull() {
      room?.resolve();
      room = undefined;
    },
    gather: () => (pushed > MANY ? nextTurnOfTheLoop() : undefined),
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
  return {
    push(event) {
      pushed += 1;
      push(event);
    },
    ready,
    batches,
    fail,
    close,
  };
}

function nextTurnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
