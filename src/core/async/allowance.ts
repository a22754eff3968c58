import { performance } from "./own-timers.ts";

/** What may be spent: some at once, and more as time passes. */
export interface Allowance {
  isLeft(): boolean;
  spend(amount: number): void;
}

export function allowance(burst: number, perMillisecond: number): Allowance {
  let left = burst;
  let asked = performance.now();
  return {
    isLeft() {
      const now = performance.now();
      left += (now - asked) * perMillisecond;
      // `Math` may have been replaced by what is being looked for
      if (left > burst) left = burst;
      asked = now;
      return left > 0;
    },
    spend(amount) {
      left -= amount;
    },
  };
}
