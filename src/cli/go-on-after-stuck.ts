import { spawnSync } from "node:child_process";
import { ungated } from "../agents/gate-process.ts";
import { turnScope } from "../agents/turn-scope.ts";
import type { RunStore } from "../core/run-store.ts";
import { ExitCode } from "../core/verdict.ts";
import { doingNow, type Stuck, stuckText } from "../project/stuck-code.ts";
import type { CommandInput } from "./command.ts";

/** How the process that goes on hears of what got stuck before. */
const variable = "ASSAY_STUCK";

/** What got stuck in the processes of this run before us. */
export function knownStuck(): readonly Stuck[] {
  const text = process.env[variable];
  delete process.env[variable];
  return text === undefined ? [] : (JSON.parse(text) as Stuck[]);
}

interface StuckRun {
  readonly input: CommandInput;
  readonly known: readonly Stuck[];
  /** Undefined before the run has begun. */
  readonly run: RunningRun | undefined;
}

export interface RunningRun {
  /** Which command goes on with it. */
  readonly command: "eval" | "score";
  readonly runId: string;
  unlock(): void;
}

/** Keeps what is finished and lets another process have the run. */
export function letGo(store: RunStore, runId: string): () => void {
  return () => {
    void store.flush();
    void store.unlock(runId);
  };
}

/**
 * Called in the midst of code that never lets go of the process: nothing in it can go on, so that another process goes on
 * with the run, without that code, and its exit code becomes ours.
 */
export function goOnAfterStuck({ input, known, run }: StuckRun, seconds: number): number {
  const stuck = doingNow(seconds);
  if (stuck === undefined || run === undefined) {
    const who = turnScope.getStore()?.who ?? "Something that was loaded";
    say(`error  ${who} computed for ${seconds} s without a pause, so that nothing could end it.`);
    return run === undefined ? ExitCode.userError : ExitCode.incomplete;
  }
  const again = known.some((each) => JSON.stringify(each) === JSON.stringify(stuck));
  say(`note   ${stuck.evalId}: ${stuckText(stuck)}${again ? "" : " The rest of the run goes on."}`);
  if (again) return ExitCode.incomplete;
  run.unlock();
  const args = [run.command, `--resume=${run.runId}`, "--resume_changed", ...kept(input)];
  const env = { ...process.env, [variable]: JSON.stringify([...known, stuck]) };
  const words = [...process.execArgv, process.argv[1] ?? "", ...args];
  try {
    // where a process can become another one, nobody has to wait for it
    ungated.execve?.(process.execPath, [process.execPath, ...words], env);
  } catch {
    // the longer way, then
  }
  const { status } = spawnSync(process.execPath, words, { stdio: "inherit", cwd: input.cwd, env });
  return status === null || status === 0 ? ExitCode.incomplete : status;
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
