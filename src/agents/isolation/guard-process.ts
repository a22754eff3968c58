import { setImmediate } from "../../core/async/own-timers.ts";
import { turnScope } from "../recording/turn-scope.ts";
import { saveBuiltIns } from "./built-ins.ts";
import { gateProcess, openRun } from "./gate-process.ts";

/** Everybody who is guarded now; the command hears of strays, a program of the user's own is warned of them. */
const guards = new Set<Guard>();

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
    saveBuiltIns();
    for (const name of names) process.on(name, blames[name]);
  }
  guards.add(guard);
  return () => {
    guards.delete(guard);
    if (guards.size === 0) stopListening();
    close();
  };
}

function stopListening(): void {
  try {
    for (const name of names) process.off(name, blames[name]);
  } catch {
    // an agent has frozen the process; listeners that stay do no harm to a verdict
  }
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
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
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
    if (process.listenerCount(name) > 1) return;
    // nobody else listens: what happens is what would happen without us
    for (const each of names) process.off(each, blames[each]);
    setImmediate(() => {
      throw error;
    });
  };
}
