import { longTimer } from "../core/async/long-timer.ts";
import { performance } from "../core/async/own-timers.ts";
import { ModelError } from "../core/chat-model.ts";

/** Time as a limiter sees it; tests bring their own. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(stoppedWaiting());
      const onAbort = () => {
        timer.clear();
        reject(stoppedWaiting());
      };
      const timer = longTimer(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", onAbort, { once: true });
    }),
  random: Math.random,
};

export function stoppedWaiting(): ModelError {
  return new ModelError("cancelled", "Stopped while waiting for a place to ask.");
}
