import { longTimer } from "./long-timer.ts";
import { offAbort, onAbort } from "./on-abort.ts";
import { runningTimeout } from "./running-time.ts";

/** Something took longer than it may; the message names what was waited for. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

interface DeadlineOptions {
  readonly milliseconds: number;
  /** In a sentence after "waiting for". */
  readonly waitingFor: string;
  readonly signal?: AbortSignal | undefined;
}

/** Waits for `work`, but not for ever. What the work does afterwards is ignored. */
export function withDeadline<T>(
  work: () => T | Promise<T>,
  options: DeadlineOptions,
): T | Promise<T> {
  const { waitingFor, signal } = options;
  if (signal?.aborted) throw new DeadlinePassed(`Stopped while waiting for ${waitingFor}.`);
  const answer = work();
  // most agents and every scripted user answer at once: no timer, no listener
  if (!isAwaitable(answer)) return answer;
  const result = Promise.resolve(answer);
  const seconds = Math.round(options.milliseconds / 10) / 100;
  return raceDeadline(result, {
    ...options,
    late: () => new DeadlinePassed(`Waited ${seconds} s for ${waitingFor}.`),
    stopped: () => new DeadlinePassed(`Stopped while waiting for ${waitingFor}.`),
  });
}

/** Whoever awaits it waits for it, whether or not it is a promise. */
function isAwaitable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

interface Race {
  readonly milliseconds: number;
  /** Made when the time has passed. */
  readonly late: () => Error;
  readonly signal?: AbortSignal | undefined;
  /** Made when the signal aborts. */
  readonly stopped?: (() => Error) | undefined;
}

/** What the work brings, or an error once its time has passed or nobody waits any more. What it does afterwards is ignored. */
export async function raceDeadline<T>(work: Promise<T>, race: Race): Promise<T> {
  const { milliseconds, late, signal, stopped = late } = race;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = () => reject(stopped());
  if (signal !== undefined) onAbort(signal, stop);
  if (signal?.aborted) stop();
  const stopClock = runningTimeout(milliseconds, () => reject(late()));
  work.then(resolve, reject);
  try {
    return await promise;
  } finally {
    stopClock();
    if (signal !== undefined) offAbort(signal, stop);
  }
}

/** A signal that also ends with a deadline, for model calls: one that nobody waits for must not go on, or be asked again. */
export function deadlineSignal(
  kill: AbortSignal,
  milliseconds: number,
  message: (seconds: number) => string,
): { readonly signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort(kill.reason);
  onAbort(kill, stop);
  if (kill.aborted) stop();
  const late = () => {
    const seconds = Math.round(milliseconds / 10) / 100;
    controller.abort(new DeadlinePassed(message(seconds)));
  };
  const timer = Number.isFinite(milliseconds) ? longTimer(late, milliseconds) : undefined;
  return {
    signal: controller.signal,
    clear() {
      timer?.clear();
      offAbort(kill, stop);
    },
  };
}
