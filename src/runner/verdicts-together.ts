import { lookBeforeVerdict } from "../core/async/look-first.ts";
import { queueMicrotask } from "../core/async/own-timers.ts";
import type { PlannedCase, RunPlan } from "./run-plan.ts";

/** Comes to the verdict of a conversation, with built-ins as they are. */
export type Verdicts = <T>(planned: PlannedCase, work: () => T | Promise<T>) => Promise<T>;

interface Waiting {
  readonly planned: PlannedCase;
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Where agents answer at once, conversations come to their end by the handful, and a look at built-ins costs more than most
 * metrics. Those that are ready within the same moment get their verdicts in one stretch without a pause, after one look.
 */
export function verdictsTogether({ around }: Pick<RunPlan, "around">): Verdicts {
  let waiting: Waiting[] = [];

  function comeToVerdicts(): void {
    const all = waiting;
    waiting = [];
    let isLookedAt = false;
    for (let at = 0; at < all.length; at += 1) {
      const { planned, work, resolve, reject } = all[at] as Waiting;
      if (!isLookedAt) lookBeforeVerdict();
      try {
        const made = around === undefined ? work() : around(planned, work);
        // what has to be waited for may have called code of users already; nobody else does
        isLookedAt = !(made instanceof Promise);
        resolve(made as never);
      } catch (error) {
        isLookedAt = false;
        reject(error);
      }
    }
  }
  return (planned, work) =>
    new Promise((resolve, reject) => {
      waiting.push({ planned, work, resolve, reject });
      if (waiting.length === 1) queueMicrotask(comeToVerdicts);
    });
}
