import { ModelError } from "../core/chat-model.ts";

/** Time as a limiter sees it; tests bring their own. */
export interface Clock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(stopped());
      const onAbort = () => {
        clearTimeout(timer);
        reject(stopped());
      };
      const timer = setTimeout(
        () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
        Math.min(milliseconds, 2 ** 31 - 1),
      );
      signal.addEventListener("abort", onAbort, { once: true });
    }),
  random: Math.random,
};

/** One per provider, key and model: all who ask it share its places and its rests. */
export interface CallLimiter {
  /** Waits for a place, and for the end of a rest that the provider asked for. */
  enter(signal: AbortSignal): Promise<void>;
  leave(outcome: "answered" | "limited" | "failed"): void;
  /** Nobody asks again before this many milliseconds have passed. */
  rest(milliseconds: number): void;
  /** How many calls may be in flight now. */
  places(): number;
  /** Milliseconds until the rest is over; 0 when there is none. */
  resting(): number;
}

const START = 8;
const MOST = 64;

/** Begins with a few places, adds one after each clean round, and gives up a third when the provider says it is too much. */
export function callLimiter(clock: Clock = systemClock): CallLimiter {
  let places = START;
  let inFlight = 0;
  let clean = 0;
  let restUntil = 0;
  let waiting: (() => void)[] = [];

  const wake = (): void => {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
  };
  const resting = (): number => Math.max(0, restUntil - clock.now());

  return {
    async enter(signal) {
      for (;;) {
        if (signal.aborted) throw stopped();
        const rest = resting();
        if (rest > 0) await clock.sleep(rest, signal);
        else if (inFlight < places) break;
        else await turn(signal, waiting);
      }
      inFlight += 1;
    },
    leave(outcome) {
      inFlight -= 1;
      if (outcome === "answered") clean += 1;
      if (outcome === "answered" && clean >= places) {
        places = Math.min(MOST, places + 1);
        clean = 0;
      }
      wake();
    },
    rest(milliseconds) {
      // one step down for one episode: calls that were already under way hear the same refusal
      if (resting() === 0) places = Math.max(1, Math.floor(places * 0.7));
      clean = 0;
      restUntil = Math.max(restUntil, clock.now() + milliseconds);
    },
    places: () => places,
    resting,
  };
}

function turn(signal: AbortSignal, waiting: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(stopped());
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.push(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
  });
}

function stopped(): ModelError {
  return new ModelError("cancelled", "Stopped while waiting for a place to ask.");
}
