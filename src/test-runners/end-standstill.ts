import { wasTampered } from "../agents/isolation/built-ins.ts";
import { clearInterval, performance, setInterval } from "../core/async/own-timers.ts";
import { notEvaluated } from "./case-failure.ts";

const BEAT_MS = 250;

interface Standstill {
  /** Without a sign for so long, nothing is to be expected any more: every case ends by its own deadline. */
  readonly milliseconds: number;
  /** When the run last told of anything. */
  lastSign(): number;
}

/** A run that has lost a step to replaced built-ins would never end: it is given up, so that its tests fail. */
export function endStandstill<T>(
  work: Promise<T>,
  { milliseconds, lastSign }: Standstill,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      if (!wasTampered() || performance.now() - lastSign() < milliseconds) return;
      reject(notEvaluated("Built-ins were replaced during the run, and it came to a standstill."));
    }, BEAT_MS);
    timer.unref();
    const stopWatching = () => clearInterval(timer);
    void work.then(resolve, reject).then(stopWatching);
  });
}
