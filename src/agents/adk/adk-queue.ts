import { setTimeout } from "../../core/async/own-timers.ts";

/** How long a run that nobody waits for any more may keep the next one waiting. */
const PATIENCE_MS = 5_000;

const queues = new WeakMap<object, Promise<unknown>>();

/** Does the work when nobody else works on `shared`. Work that does not end when it is aborted is not waited for. */
export async function inTurn<T>(
  shared: object,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const before = queues.get(shared);
  const { promise, resolve } = Promise.withResolvers<void>();
  queues.set(shared, Promise.all([before, promise]));
  await before;
  const leave = (): void => void setTimeout(resolve, PATIENCE_MS).unref();
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave);
  try {
    return await work();
  } finally {
    resolve();
  }
}
