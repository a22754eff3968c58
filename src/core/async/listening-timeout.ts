import { clearInterval, setInterval } from "./own-timers.ts";

const TICKS = 20;

/**
 * Rings when so much time has passed in which an answer could have been heard. A process that computes hears nothing, and what
 * came meanwhile waits behind the timers: a plain one would ring before it is read.
 */
export function listeningTimeout(milliseconds: number, ring: () => void): () => void {
  let left = TICKS;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    ring();
  }, milliseconds / TICKS);
  return () => clearInterval(timer);
}
