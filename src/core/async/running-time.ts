import { type LongTimer, longTimer } from "./long-timer.ts";
import { performance } from "./own-timers.ts";

/** Milliseconds that this process has been running, by somebody who stands still when it does. */
let running: (() => number) | undefined;

/** Below this, the two clocks only disagree by how they tick. */
const NOTICEABLE_MS = 2_000;

/** Names the clock that stands still with the process; undefined when there is none any more. */
export function setRunningClock(clock: (() => number) | undefined): void {
  running = clock;
}

/**
 * Begins to measure: the returned function says how many milliseconds since then the process was stopped (Ctrl-Z, a
 * debugger, a laptop asleep), so that a deadline does not count them. 0 where nobody can tell.
 */
export function stoppedTime(): () => number {
  const clock = running;
  if (clock === undefined) return () => 0;
  const began = performance.now();
  const ran = clock();
  return () => {
    const stopped = performance.now() - began - (clock() - ran);
    return stopped > NOTICEABLE_MS ? stopped : 0;
  };
}

/** Rings when the time has passed in which the process was running. Returns how to stop it. */
export function runningTimeout(timeoutMs: number, ring: () => void): () => void {
  if (!Number.isFinite(timeoutMs)) return () => {};
  const stopped = stoppedTime();
  let made = 0;
  const wait = (milliseconds: number): LongTimer =>
    longTimer(() => {
      const more = stopped() - made;
      made += more;
      if (more > 0) timer = wait(more);
      else ring();
    }, milliseconds);
  let timer = wait(timeoutMs);
  return () => timer.clear();
}
