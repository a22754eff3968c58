import { callPace } from "./call-pace.ts";
import { type Clock, stoppedWaiting, systemClock } from "./clock.ts";

/** One per provider, key and model: all who call it share its limit and its cool-down. */
export interface CallLimiter {
  /** Waits until a call may begin, and for the end of a cool-down that the provider asked for. */
  acquire(signal: AbortSignal): Promise<void>;
  release(outcome: "answered" | "limited" | "failed" | "not-made"): void;
  /** Nobody asks again before this many milliseconds have passed: they were too many, or nobody is there. */
  coolDown(milliseconds: number, because?: "too-many" | "outage"): void;
  /** Calls that failed since the last one that was answered. */
  consecutiveFailures(): number;
  /** How many calls may be in flight now. */
  limit(): number;
  /** Milliseconds until the cool-down is over; 0 when there is none. */
  coolDownLeft(): number;
}

const START = 8;
const MOST = 64;

/**
 * Begins with a low limit, raises it by one after each clean round, and lowers it by a third when the provider says it is
 * too much. First come, first served.
 */
export function callLimiter(clock: Clock = systemClock): CallLimiter {
  let limit = START;
  let inFlight = 0;
  let clean = 0;
  let coolDownUntil = 0;
  let nextAt = 0;
  let failures = 0;
  const pace = callPace(clock);
  const waiters = queue();
  let onRelease: (() => void) | undefined;

  const coolDownLeft = (): number => Math.max(0, coolDownUntil - clock.now());

  /** The first in the queue waits for the end of a cool-down, for the pace and for a call to be released. */
  async function waitForTurn(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) throw stoppedWaiting();
      const wait = Math.max(coolDownLeft(), nextAt - clock.now());
      if (wait > 0) await clock.sleep(wait, signal);
      else if (inFlight < limit) return;
      else await untilReleased(signal);
    }
  }

  function untilReleased(signal: AbortSignal): Promise<void> {
    return abortable(signal, (go) => {
      onRelease = go;
    });
  }

  return {
    async acquire(signal) {
      await waiters.come(signal);
      try {
        await waitForTurn(signal);
        nextAt = clock.now() + pace.gap();
        inFlight += 1;
      } finally {
        waiters.next();
      }
    },
    release(outcome) {
      inFlight -= 1;
      if (outcome === "failed") failures += 1;
      else if (outcome !== "not-made") failures = 0;
      if (outcome === "answered") {
        clean += 1;
        pace.answered();
      }
      if (outcome === "answered" && clean >= limit) {
        limit = Math.min(MOST, limit + 1);
        clean = 0;
      }
      onRelease?.();
    },
    coolDown(milliseconds, because = "too-many") {
      // one step down for one episode: calls that were already under way hear the same refusal
      if (coolDownLeft() === 0) {
        limit = Math.max(1, Math.floor(limit * 0.7));
        if (because === "too-many") pace.refused(milliseconds);
      }
      clean = 0;
      coolDownUntil = Math.max(coolDownUntil, clock.now() + milliseconds);
    },
    consecutiveFailures: () => failures,
    limit: () => limit,
    coolDownLeft,
  };
}

/** One after the other, in the order they came; those who gave up are passed over. */
function queue(): { come(signal: AbortSignal): Promise<void>; next(): void } {
  const waiting: { readonly signal: AbortSignal; readonly go: () => void }[] = [];
  let isTaken = false;
  return {
    async come(signal) {
      if (signal.aborted) throw stoppedWaiting();
      if (isTaken) await abortable(signal, (go) => waiting.push({ signal, go }));
      isTaken = true;
    },
    next() {
      for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
        if (!first.signal.aborted) return first.go();
      }
      isTaken = false;
    },
  };
}

function abortable(signal: AbortSignal, wait: (go: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(stoppedWaiting());
    signal.addEventListener("abort", onAbort, { once: true });
    wait(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
  });
}
