import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ungated } from "../../agents/isolation/gate-process.ts";
import { type Activity, turnScope } from "../../agents/recording/turn-scope.ts";
import { clearInterval, setInterval } from "../../core/async/own-timers.ts";
import type { RunStore } from "../../core/run-store.ts";
import { ExitCode } from "../../core/verdict.ts";
import { doingNow, type Stuck, stuckText } from "../../project/run/watchdog/stuck-code.ts";
import type { Rest } from "../../project/run/watchdog/watch-main-thread.ts";
import { handOverOf } from "../../stores/locks/hand-over.ts";
import type { CommandInput } from "../command.ts";
import { wrapText } from "../help-text.ts";

/** How the process that goes on hears of what got stuck before. */
const variable = "ASSAY_STUCK";

/** Where we leave it, when somebody waits for us who starts the one that goes on. */
const nextVariable = "ASSAY_STUCK_NEXT";
let next: string | undefined;

/** What got stuck in the processes of this run before us. */
export function knownStuck(): readonly Stuck[] {
  next = process.env[nextVariable];
  delete process.env[nextVariable];
  if (next !== undefined) endWithParent();
  const text = process.env[variable];
  delete process.env[variable];
  return text === undefined ? [] : (JSON.parse(text) as Stuck[]);
}

interface StuckRun {
  readonly input: CommandInput;
  readonly known: readonly Stuck[];
  /** Undefined before the run has begun. */
  readonly run: BegunRun | undefined;
}

/** What another process needs to go on, made ready while built-ins still are what they were. */
export interface BegunRun {
  readonly args: readonly string[];
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** Gates can be met although code got stuck; cases cannot all pass then. */
  readonly isGated: boolean;
  /** Says whose lock the other process may take: one that is stuck cannot give it back to a database. */
  readonly handsOver: Readonly<Record<string, string>>;
  unlock(): void;
}

interface RunningRun {
  /** Which command goes on with it. */
  readonly command: "eval" | "score";
  readonly runId: string;
  readonly isGated: boolean;
  unlock(): void;
}

export function begunRun(
  input: CommandInput,
  { command, runId, isGated, unlock }: RunningRun,
): BegunRun {
  const resume = [command, `--resume=${runId}`, "--resume_changed", ...kept(input)];
  const args = [...process.execArgv, process.argv[1] ?? "", ...resume];
  return { args, words: [execPath, ...args], isGated, handsOver: handOverOf(runId), unlock };
}

/** Keeps what is finished and lets another process have the run. */
export function letGo(store: RunStore, runId: string): () => void {
  return () => {
    void store.flush();
    void store.unlock(runId);
  };
}

/** Taken before anything is loaded that could replace it. */
const { stringify } = JSON;
const { execPath, env: ownEnv } = process;

/**
 * Called where built-ins were changed for good, right after the code that did it. Nothing of the language is used here
 * that can be replaced. Comes back where nobody can be named: the turn is failed for it then, and every later one.
 */
export function goOnAfterSpoiled(
  { input, known, run }: StuckRun,
  what: string,
  handOver: (rest: Rest) => number,
): void {
  const doing = turnScope.getStore()?.doing;
  if (doing === undefined || run === undefined) return;
  for (let at = 0; at < known.length; at += 1) if (isSame(known[at] as Stuck, doing)) return;
  const stuck = { __proto__: null, ...doing, seconds: 0, changed: what } as unknown as Stuck;
  say(`note   ${stuck.evalId}: ${stuckText(stuck)} The rest of the run goes on.`);
  try {
    run.unlock();
  } catch {
    // the other process will find the run locked, and say so
  }
  let all = stringify(stuck);
  for (let at = 0; at < known.length; at += 1) all += `,${stringify(known[at])}`;
  const env = { [variable]: `[${all}]`, ...run.handsOver };
  if (canIterate()) become(run, { ...ownEnv, ...env });
  const code = handOver({ args: run.args, cwd: input.cwd, env });
  ungated.reallyExit(code === ExitCode.passed && !run.isGated ? ExitCode.incomplete : code);
}

/**
 * Called in the midst of code that never lets go of the process: nothing in it can go on, so that another process goes on
 * with the run, without that code, and its exit code becomes ours.
 */
export function continueAfterStuck(
  { input, known, run }: StuckRun,
  seconds: number,
  handOver: (rest: Rest) => number,
): number {
  const stuck = doingNow(seconds);
  if (stuck === undefined || run === undefined) {
    const who = turnScope.getStore()?.who ?? "Something that was loaded";
    say(`error  ${who} computed for ${seconds} s without a pause, so that nothing could end it.`);
    return run === undefined ? ExitCode.userError : ExitCode.incomplete;
  }
  const again = known.some((each) => JSON.stringify(each) === JSON.stringify(stuck));
  const goesOn = again ? "" : " The rest of the run goes on.";
  say(`note   ${wrapText(`${stuck.evalId}: ${stuckText(stuck)}${goesOn}`, 7)}`);
  if (again) return ExitCode.incomplete;
  run.unlock();
  const all = { [variable]: JSON.stringify([...known, stuck]), ...run.handsOver };
  if (next !== undefined) {
    writeFileSync(next, JSON.stringify({ ...all, [nextVariable]: next }));
    return ExitCode.incomplete;
  }
  endBySignals();
  // not in the place of this process: as long as it is looked into it cannot become another one without a word of Node's
  const folder = mkdtempSync(join(tmpdir(), "assay-stuck-"));
  const file = join(folder, "next.json");
  const env = { ...all, [nextVariable]: file };
  const code = handOver({ args: run.args, cwd: input.cwd, env, next: file });
  rmSync(folder, { recursive: true, force: true });
  return code === ExitCode.passed && !run.isGated ? ExitCode.incomplete : code;
}

/** Who only waits hears no signal: it ends by one, and whoever it waits for then ends too. A terminal tells both. */
function endBySignals(): void {
  const names = ["SIGTERM", "SIGHUP", ...(process.stdin.isTTY ? [] : ["SIGINT"])];
  for (const name of names) process.removeAllListeners(name);
}

function endWithParent(): void {
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.emit("SIGTERM");
  }, 200);
  timer.unref();
}

/** Where a process can become another one, nobody has to wait for it. Comes back where it cannot. */
function become({ words }: BegunRun, env: NodeJS.ProcessEnv): void {
  try {
    ungated.execve?.(execPath, words, env);
  } catch {
    // the longer way, then
  }
}

/** What was left out does not spoil anything: it would be blamed for somebody else for ever. */
function isSame(one: Activity, other: Activity): boolean {
  return (
    one.evalSetId === other.evalSetId &&
    one.evalId === other.evalId &&
    one.trial === other.trial &&
    one.metric === other.metric
  );
}

/** Node itself goes through lists to hand over the environment. */
function canIterate(): boolean {
  let sum = 0;
  try {
    for (const each of [1, 2]) sum += each;
  } catch {
    return false;
  }
  return sum === 3;
}

const reporting = [
  "reporter",
  "print_detailed_results",
  "verbose",
  "store",
  "adk_results",
  "timeout",
];

/** The run remembers what was asked of it; how it is reported is said again. */
function kept({ options }: CommandInput): readonly string[] {
  return reporting.flatMap((name) => {
    const value = options[name];
    const values = value === undefined ? [] : [value].flat();
    return values.map((each) => (each === true ? `--${name}` : `--${name}=${each}`));
  });
}

function say(line: string): void {
  ungated.writeSync(2, `\n${line}\n`);
}
