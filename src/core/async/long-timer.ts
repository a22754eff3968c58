import { clearTimeout, performance, setTimeout } from "./own-timers.ts";

/** A timer of Node's or a browser's that is set any longer than this, nearly 25 days, fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

export interface LongTimer {
  clear(): void;
}

/** Calls back after so many milliseconds, however many they are; without end, never. */
export function longTimer(work: () => void, milliseconds: number): LongTimer {
  if (milliseconds === Number.POSITIVE_INFINITY) return never;
  const end = performance.now() + milliseconds;
  let timer: ReturnType<typeof setTimeout>;
  function arm(left: number): void {
    timer =
      left > LONGEST_TIMER
        ? setTimeout(() => arm(end - performance.now()), LONGEST_TIMER)
        : setTimeout(work, Math.max(0, left));
  }
  arm(milliseconds);
  return { clear: () => clearTimeout(timer) };
}

const never: LongTimer = { clear() {} };
