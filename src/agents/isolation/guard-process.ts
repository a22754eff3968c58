import { setLook } from "../../core/async/look-first.ts";
import { keepFetch } from "../../core/async/own-fetch.ts";
import { clearInterval, setImmediate, setInterval } from "../../core/async/own-timers.ts";
import { keepEnvironment } from "../../core/calls/said-variables.ts";
import { namedMessageOf } from "../../core/errors.ts";
import { turnScope } from "../recording/turn-scope.ts";
import { restoreUnblamed, saveBuiltIns } from "./built-ins.ts";
import { trustedListeners } from "./gate-listeners.ts";
import { gateProcess, openRun } from "./gate-process.ts";
import { unlockBuiltIns } from "./lock-built-ins.ts";

/** Everybody who is guarded now; the command hears of strays, a program of the user's own is warned of them. */
const guards = new Set<Guard>();
let letGoOfFetch: (() => void) | undefined;
let letGoOfEnvironment: (() => void) | undefined;
let beat: NodeJS.Timeout | undefined;
/** Timers of an agent may change what we compute with while no turn is about to end. */
const BEAT_MS = 100;

interface Guard {
  readonly onStray: ((error: unknown) => void) | undefined;
}

/**
 * Keeps one agent's accident from ending the run: `process.exit`, an exception in a callback and a rejection nobody
 * handles fail the turn or metric they came from. In the command, what belongs to no open turn is handed to `onStray`;
 * in a program of the user's own (no `onStray`) it stays the program's. Returns how to undo it.
 */
export function guardProcess(onStray?: (error: unknown) => void): () => void {
  gateProcess({ strict: onStray !== undefined });
  const close = openRun();
  const guard = { onStray };
  if (guards.size === 0) {
    unlockBuiltIns();
    saveBuiltIns();
    setLook(restoreUnblamed);
    letGoOfFetch = keepFetch();
    letGoOfEnvironment = keepEnvironment(process.env);
    beat = turnScope.exit(() => setInterval(restoreUnblamed, BEAT_MS));
    beat.unref();
    // outside of any turn: a listener that is added within one has no say
    turnScope.exit(() => {
      for (const name of names) process.on(name, blames[name]);
    });
  }
  guards.add(guard);
  return () => {
    guards.delete(guard);
    if (guards.size === 0) stopListening();
    close();
  };
}

function stopListening(): void {
  letGoOfFetch?.();
  letGoOfEnvironment?.();
  setLook(undefined);
  clearInterval(beat);
  try {
    for (const name of names) process.off(name, blames[name]);
  } catch {
    // an agent has frozen the process; listeners that stay do no harm to a verdict
  }
}

/**
 * For the command, once its run is over: what loaded code has left behind fails unheard from here on. A crash would cut
 * short a report that is still being written, decide the exit code and tell what no mask has seen.
 */
export function muteStrays(): void {
  turnScope.exit(() => {
    for (const name of names) {
      const mute = (error: unknown) => {
        if (turnScope.getStore() !== undefined) return;
        process.off(name, mute);
        throwLater(error);
      };
      process.on(name, mute);
    }
  });
}

/** What happens is what would happen without us. */
function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

const warned = new Set<string>();
const MOST_WARNINGS = 100;

/** Says what went wrong where no turn and no metric can be blamed for it. */
export function reportStray(error: unknown): void {
  const guard = [...guards].findLast(({ onStray }) => onStray !== undefined);
  if (guard?.onStray !== undefined) {
    guard.onStray(error);
    return;
  }
  const said = namedMessageOf(error);
  // a listener for warnings may be what fails, and would be warned of that for ever
  if (warned.has(said) || warned.size >= MOST_WARNINGS) return;
  warned.add(said);
  process.emitWarning(`Something left running outside of any turn failed: ${said}`, "AssayWarning");
}

const names = ["uncaughtException", "unhandledRejection"] as const;
const blames = {
  uncaughtException: blameFor("uncaughtException"),
  unhandledRejection: blameFor("unhandledRejection"),
};

function blameFor(name: (typeof names)[number]): (error: unknown) => void {
  return (error) => {
    const scope = turnScope.getStore();
    if (scope?.fail(error) === true) return;
    const isCommand = [...guards].some(({ onStray }) => onStray !== undefined);
    if (scope !== undefined || isCommand) {
      reportStray(error);
      return;
    }
    if (trustedListeners(name) > 1) return;
    for (const each of names) process.off(each, blames[each]);
    throwLater(error);
  };
}
