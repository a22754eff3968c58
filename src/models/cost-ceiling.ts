import { raceDeadline } from "../core/async/deadline.ts";
import { ModelError } from "../core/chat-model.ts";
import { stoppedWaiting } from "./clock.ts";

/** What a run has spent, and what it may spend. */
export interface CostCeiling {
  spent(): number;
  add(dollars: number): void;
  /** Throws when nothing may be asked any more. */
  check(): void;
  /**
   * Waits while calls that are under way may take up what is left, and throws when they have. Gives a function to be called
   * when the call is over. `dollars` is what the call is likely to cost; undefined while nobody knows, so that the first one
   * of its kind is made alone.
   */
  reserve(dollars: () => number | undefined, signal: AbortSignal): Promise<() => void>;
}

/** A ceiling that is looked at before calls only is passed by all that are under way; so they count before they are paid for. */
export function costCeiling(maxCost: number | undefined): CostCeiling {
  let spent = 0;
  let reserved = 0;
  let open = 0;
  let landed = Promise.withResolvers<void>();
  /** Settled when everybody who asked so far was let through or has left. */
  let queue: Promise<unknown> = Promise.resolve();

  function check(): void {
    if (maxCost === undefined || spent < maxCost) return;
    throw new ModelError(
      "budget",
      `The run's ceiling of $${maxCost} is reached; $${spent.toFixed(4)} were spent.`,
    );
  }
  /** One call is always let through: nobody knows what it costs before it was made. */
  const isTight = (dollars: number | undefined): boolean =>
    maxCost !== undefined &&
    open > 0 &&
    (dollars === undefined || spent + reserved + dollars > maxCost);

  return {
    check,
    spent: () => spent,
    add(dollars) {
      spent += dollars;
    },
    async reserve(dollars, signal) {
      check();
      const before = queue;
      const through = Promise.withResolvers<void>();
      // who waits is overtaken by nobody: the first of a kind would wait for ever beside many that are known
      queue = before.then(() => through.promise);
      try {
        await orAborted(before, signal);
        check();
        while (isTight(dollars())) {
          await orAborted(landed.promise, signal);
          check();
        }
      } finally {
        through.resolve();
      }
      const likely = dollars() ?? 0;
      reserved += likely;
      open += 1;
      return () => {
        reserved -= likely;
        open -= 1;
        landed.resolve();
        landed = Promise.withResolvers();
      };
    },
  };
}

function orAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const milliseconds = Number.POSITIVE_INFINITY;
  return raceDeadline(promise, { milliseconds, signal, late: stoppedWaiting });
}
