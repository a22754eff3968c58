import fs from "node:fs";
import { setImmediate, setTimeout } from "../../core/async/own-timers.ts";
import { UserFacingError } from "../../core/errors.ts";
import { AgentFault, turnScope } from "../recording/turn-scope.ts";
import { closeModules } from "./close-modules.ts";
import { gateListeners } from "./gate-listeners.ts";
import { gateThreads } from "./gate-threads.ts";
import { gateWasi } from "./gate-wasi.ts";

interface Ways {
  reallyExit(code: number): never;
  /** From Node 22.15 on, and not on Windows. */
  execve?(file: string, args: readonly string[], env: NodeJS.ProcessEnv): never;
  /** In the midst of an agent's turn, what is written by the usual way is the agent's. */
  writeSync(stream: number, text: string): void;
}

const { reallyExit, execve } = process as unknown as Ways;
const { nextTick } = process;

/** How this process ends, becomes another one or says a last word, as it was before anything was gated. */
export const ungated: Ways = {
  reallyExit: reallyExit.bind(process),
  ...(execve === undefined ? {} : { execve: execve.bind(process) }),
  writeSync: fs.writeSync,
};

/** Runs that have begun and not ended: a process that ends meanwhile has not succeeded. */
let openRuns = 0;
/** In the command nobody but us ends the process, also where nobody can say whose code asked. */
let isStrict = false;
/** An exit code that the program gave itself after a run; code that we loaded does not take it back. */
let reddest = 0;
let isGated = false;

/**
 * From here on, code that was loaded for an evaluation cannot end the process or choose its exit code: asking for it fails
 * the turn or metric it came from. Everybody else's calls go through. It is never undone, since such code may leave timers
 * and listeners behind.
 */
export function gateProcess({ strict = false } = {}): void {
  if (strict) isStrict = true;
  if (isGated) return;
  refuseSecond();
  isGated = true;
  closeModules();
  gate("exit", (code) => `process.exit(${code ?? ""})`);
  gate("reallyExit" as "exit", (code) => `process.reallyExit(${code ?? 0})`, neverGreen);
  gate("abort", () => "process.abort()");
  gate("execve" as "abort", () => "process.execve(…)");
  gate("kill", (pid, signal = "SIGTERM") =>
    hitsUs(pid) && signal !== 0 ? `process.kill(${pid}, ${JSON.stringify(signal)})` : undefined,
  );
  gateCapture();
  gateWasi();
  gateThreads();
  // Node asks it what becomes of an exception that nobody caught
  lock("_fatalException", (process as unknown as Record<string, unknown>)._fatalException);
  gateListeners({ lock, refuse, atExit: keepRed });
}

/** The gates of another copy cannot be taken off, and know nothing of the turns of this one. */
function refuseSecond(): void {
  if (Object.getOwnPropertyDescriptor(process, "reallyExit")?.configurable !== false) return;
  throw new UserFacingError(
    "cli/usage",
    // a test runner shows no hint of an error in a hook
    "Another copy of Assay guards this process already. In Vitest, choose the pool forks or threads: test files of vmForks and vmThreads share a process.",
  );
}

/** Who watches over mocks `process.exit` and the like by defining them anew; nobody does that with the others. */
const mocked = new Set(["exit", "abort", "kill"]);

/** A property of the process that code of an evaluation cannot put another in the place of. */
function lock(name: string, value: unknown, onRefused?: (next: unknown) => void): void {
  if (typeof value !== "function") return;
  let current = value;
  Object.defineProperty(process, name, {
    configurable: mocked.has(name),
    enumerable: true,
    get: () => current,
    set(next) {
      if (turnScope.getStore() === undefined && !isStrict) current = next;
      else onRefused?.(next);
    },
  });
}

/** Counts a run as open until the returned function is called. */
export function openRun(): () => void {
  openRuns += 1;
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    openRuns -= 1;
    // whoever waits for the run sets the code right after it, and timers that were left take it back at once
    nextTick(rememberRed);
    setImmediate(rememberRed);
    setTimeout(rememberRed, 50).unref();
  };
}

function rememberRed(): void {
  const code = Number(process.exitCode ?? 0);
  if (code !== 0) reddest = code;
}

/** Wraps one way to end the process; `describe` gives the call in words, or nothing where it does no harm. */
function gate<Name extends "exit" | "abort" | "kill">(
  name: Name,
  describe: (...values: Parameters<(typeof process)[Name]>) => string | undefined,
  correct: (values: unknown[]) => unknown[] = (values) => values,
): void {
  const own = process[name] as ((...values: unknown[]) => never) | undefined;
  if (typeof own !== "function") return;
  const gated = (...values: unknown[]) => {
    const what = describe(...(values as Parameters<(typeof process)[Name]>));
    const fault = what === undefined ? undefined : refusal(what, gated);
    // thrown as well, so that nothing runs after a call that never returns
    if (fault !== undefined) throw fault;
    return Reflect.apply(own, process, correct(values));
  };
  lock(name, gated);
}

/** Who captures exceptions keeps everybody from hearing of them; a domain does so for all that follows it. */
function gateCapture(): void {
  const name = "setUncaughtExceptionCaptureCallback";
  const own = process[name];
  const entered = new WeakSet<object>();
  const gated = (callback: ((error: Error) => void) | null): void => {
    const { domain } = process as { domain?: object | null };
    if (domain && turnScope.getStore() !== undefined) entered.add(domain);
    if (callback !== null) {
      // not thrown: domains call it in a hook of Node's, where whatever is thrown ends the process
      if (refusal(`process.${name}(…)`, gated) !== undefined) return;
      if (domain && entered.has(domain)) return;
    }
    Reflect.apply(own, process, [callback]);
  };
  lock(name, gated);
}

/** Undefined where the call may go through. The place to show is where it was called. */
function refusal(what: string, above: (...values: never[]) => unknown): AgentFault | undefined {
  const scope = turnScope.getStore();
  if (scope === undefined && !isStrict) return undefined;
  const fault = new AgentFault(`${scope?.who ?? "The agent"} called ${what}.`);
  Error.captureStackTrace(fault, above);
  scope?.fail(fault);
  return fault;
}

function refuse(...asked: Parameters<typeof refusal>): void {
  const fault = refusal(...asked);
  if (fault !== undefined) throw fault;
}

function hitsUs(pid: unknown): boolean {
  const target = Math.abs(Number(pid));
  return target === 0 || target === process.pid || target === process.ppid;
}

/** Hooks, signals and other threads run code where nobody can say whose it is; it does not end an open run with 0. */
function neverGreen([code, ...rest]: unknown[]): unknown[] {
  const isGreen = Number(code ?? 0) === 0;
  return [isGreen ? (openRuns > 0 ? 1 : reddest) : code, ...rest];
}

function keepRed(): void {
  if (Number(process.exitCode ?? 0) !== 0) return;
  if (openRuns > 0) {
    process.stderr.write("error  The process ended while an evaluation was not over.\n");
    process.exitCode = 1;
  } else if (reddest !== 0) process.exitCode = reddest;
}
