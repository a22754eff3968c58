import { clearTimeout, setTimeout } from "../../core/async/own-timers.ts";
import type { Terminal } from "../command.ts";

/** What somebody who presses Ctrl-C over a run on workers wants. */
export interface LeaveSignals {
  /** Watch no longer; the run goes on. */
  readonly leave: AbortSignal;
  /** Begin nothing more of the run. */
  readonly cancel: AbortSignal;
  /** And do not wait for what is in flight. */
  readonly kill: AbortSignal;
  release(): void;
}

/** How long one who has pressed once may press again. */
const AGAIN_MS = 3000;

/**
 * The first Ctrl-C leaves the run to its workers, the second one within three seconds cancels it, the third does not wait.
 * With `cancels` the first one cancels it.
 */
export function leaveOrCancel(terminal: Terminal, { cancels }: { cancels: boolean }): LeaveSignals {
  const leave = new AbortController();
  const cancel = new AbortController();
  const kill = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  function onSignal(name: NodeJS.Signals): void {
    if (cancel.signal.aborted) {
      kill.abort();
      return;
    }
    if (cancels || timer !== undefined) {
      clearTimeout(timer);
      terminal.warn("\nCancelling: what is in flight is finishing (press again to stop now).\n");
      cancel.abort();
      return;
    }
    // nobody presses twice where there is no key to press
    if (name !== "SIGINT") {
      leave.abort();
      return;
    }
    terminal.warn("\nLeaving the run to its workers (press again to cancel it).\n");
    timer = setTimeout(() => leave.abort(), AGAIN_MS);
  }

  const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    leave: leave.signal,
    cancel: cancel.signal,
    kill: kill.signal,
    release() {
      clearTimeout(timer);
      for (const name of names) process.off(name, onSignal);
    },
  };
}
