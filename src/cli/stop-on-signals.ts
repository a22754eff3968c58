import { clearTimeout, setTimeout } from "../core/async/own-timers.ts";
import { PAUSE_SIGNAL } from "../core/async/pause-signal.ts";
import type { Halt } from "../runner/run-plan.ts";
import type { Terminal } from "./command.ts";

/** How long cases in flight may take to end after the first Ctrl-C. */
const DRAIN_MS = 10_000;

interface Signals {
  /** Begin nothing new. */
  readonly stop: AbortSignal;
  /** End now; what is in flight can be resumed. */
  readonly kill: AbortSignal;
  /** Aborted, with a `Halt`, when the run is to be paused: nothing new begins, and what is in flight has all its time. */
  readonly pause: AbortSignal;
  release(): void;
}

interface StopOptions {
  readonly inFlight?: (() => number) | undefined;
  /** Milliseconds that what is in flight may take to end. */
  readonly drain?: number | undefined;
}

const paused: Halt = {
  status: "stopped-early",
  detail: "It was paused. What is left goes on with --resume; nothing that finished is run again.",
};

/** The first Ctrl-C lets what is in flight end, the second one does not wait. Either way everything finished is saved. */
export function stopOnSignals(
  terminal: Terminal,
  { inFlight = () => 0, drain = DRAIN_MS }: StopOptions = {},
): Signals {
  const stop = new AbortController();
  const kill = new AbortController();
  const pause = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function onSignal(): void {
    if (stop.signal.aborted) {
      kill.abort();
      return;
    }
    terminal.warn(`\nStopping: ${finishing()} finishing (press again to stop now).\n`);
    stop.abort();
    if (!Number.isFinite(drain)) return;
    timer = setTimeout(() => kill.abort(), drain);
    timer.unref();
  }

  function finishing(): string {
    const count = inFlight();
    return ["cases in flight are", "1 case is"][count] ?? `${count} cases are`;
  }
  function onPause(): void {
    if (pause.signal.aborted || stop.signal.aborted) return;
    terminal.warn(`\nPausing: ${finishing()} finishing.\n`);
    pause.abort(paused);
  }

  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, onSignal);
  process.on(PAUSE_SIGNAL, onPause);
  return {
    stop: stop.signal,
    kill: kill.signal,
    pause: pause.signal,
    release() {
      clearTimeout(timer);
      try {
        for (const name of names) process.off(name, onSignal);
        process.off(PAUSE_SIGNAL, onPause);
      } catch {
        // something left behind by an agent has closed the process; the command is about to end
      }
    },
  };
}
