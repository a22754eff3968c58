import type { Clock } from "./clock.ts";

/** How far apart calls begin. Nothing slows them down until a provider has said that they are too many. */
export interface CallPace {
  /** Milliseconds from one call to the next. */
  gap(): number;
  answered(): void;
  /** Too many: once for each cool-down, of so many milliseconds. */
  refused(coolDown: number): void;
}

/** Fewer answers say nothing about what a provider allows. */
const ENOUGH_ANSWERS = 5;
const SHORTEST_MS = 1_000;
/** While a short cool-down lasts, a provider's bucket fills; a long one is an outage, and says nothing about its usual rate. */
const LONG_COOL_DOWN_MS = 5_000;
const SLOWEST = 1 / 10_000;

/**
 * Between two refusals a provider has given all it allows, so what it answered in that time is its rate. Calls go a little
 * slower than that, and then ever faster until the next refusal: most of what is allowed is used, and little is asked in vain.
 */
export function callPace(clock: Clock): CallPace {
  let rate: number | undefined;
  let since = clock.now();
  let answers = 0;
  return {
    gap: () => (rate === undefined ? 0 : 1 / rate),
    answered() {
      answers += 1;
      if (rate !== undefined) rate *= growth(answers);
    },
    refused(coolDown) {
      const elapsed = clock.now() - since;
      if (answers >= ENOUGH_ANSWERS && elapsed >= SHORTEST_MS) {
        const measured = answers / elapsed;
        rate = Math.min(rate ?? measured, measured) * 0.97;
      } else if (rate !== undefined) rate *= 0.8;
      if (rate !== undefined) rate = Math.max(rate, SLOWEST);
      since = clock.now() + Math.max(0, coolDown - LONG_COOL_DOWN_MS);
      answers = 0;
    },
  };
}

/** For each answer; the longer nobody has been refused, the less is known about where the limit is now. */
function growth(answers: number): number {
  if (answers < 100) return 1.0003;
  return answers < 200 ? 1.002 : 1.02;
}
