import { setImmediate } from "./own-timers.ts";

/** What else the process does gets its turn: questions to it, signals, and whoever watches the heap. */
export function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
