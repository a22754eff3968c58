import { clearTimeout, setTimeout } from "../core/async/own-timers.ts";
import type { Terminal } from "./command.ts";

/** How long cases in flight may take to end after the first Ctrl-C. */
const DRAIN_MS = 10_000;

interface Signals {
  /** Begin nothing new. */
  readonly stop: AbortSignal;
  /** End now; what is in flight can be resumed. */
  readonly kill: AbortSignal;
  release(): void;
}

interface StopOptions {
  readonly inFlight?: (() => number) | undefined;
  /** Milliseconds that what is in flight may take to end. */
  readonly drain?: number | undefined;
}

/** The first Ctrl-C lets what is in flight end, the second one does not wait. Either way everything finished is saved. */
export function stopOnSignals(
  terminal: Terminal,
  { inFlight = () => 0, drain = DRAIN_MS }: StopOptions = {},
): Signals {
  const stop = new AbortController();
  const kill = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function onSignal(): void {
    if (stop.signal.aborted) {
      kill.abort();
      return;
    }
    const count = inFlight();
    const finishing = ["cases in flight are", "1 case is"][count] ?? `${count} cases are`;
    terminal.warn(`\nStopping: ${finishing} finishing (press again to stop now).\n`);
    stop.abort();
    if (!Number.isFinite(drain)) return;
    timer = setTimeout(() => kill.abort(), drain);
    timer.unref();
  }

  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    stop: stop.signal,
    kill: kill.signal,
    release() {
      clearTimeout(timer);
      try {
        for (const name of names) process.off(name, onSignal);
      } catch {
        // something left behind by an agent has closed the process; the command is about to end
      }
    },
  };
}
