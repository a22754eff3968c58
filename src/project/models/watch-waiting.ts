import { clearInterval, setInterval } from "../../core/async/own-timers.ts";
import type { ModelClient } from "../../models/index.ts";

const EVERY_MS = 5_000;

/** Reports what models are waited for while some work goes on that has no progress line of its own. */
export async function watchWaiting<T>(
  access: Pick<ModelClient, "waitingFor"> | undefined,
  onWaiting: ((what: string) => void) | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    const waiting = access?.waitingFor();
    if (waiting !== undefined) onWaiting?.(waiting);
  }, EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
