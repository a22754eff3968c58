import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { KillJob, Launch } from "./kill-jobs.ts";

const command = resolve(import.meta.dirname, "../../bin/assay.js");

export interface KillOptions {
  readonly kills: number;
  readonly cases: number;
  readonly trials: number;
  readonly seed: number;
  /** Kills in a row before a run may end and is compared. */
  readonly chain: number;
  /** Names of jobs; all there are unless given. */
  readonly jobs?: readonly string[] | undefined;
  readonly say: (line: string) => void;
}

/** What the battery found; everything but `kills`, `runs` and `beside` must be zero. */
export interface KillFindings {
  kills: number;
  runs: number;
  /** Resumes that were tried while another process was at work. */
  beside: number;
  lost: number;
  duplicated: number;
  reissued: number;
  reportsThatDiffer: number;
}

export type Environment = Readonly<Record<string, string>>;

export interface Work {
  readonly job: KillJob;
  readonly options: KillOptions;
  readonly random: () => number;
  readonly findings: KillFindings;
  readonly env: Environment;
  /** Milliseconds that undisturbed work takes. */
  readonly length: number;
  /** Conversations, or labels, that it comes to. */
  readonly whole: number;
}

/** Runs the command or a file; true when it was killed before it ended. */
export function launch(
  folder: string,
  { args, file, env }: Launch,
  work: Work,
  killAfter?: number,
  mayBeRefused = false,
): Promise<boolean> {
  return new Promise((done, fail) => {
    const program = file === undefined ? [command, ...args] : [file, ...args];
    const child = spawn(process.execPath, program, {
      cwd: folder,
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...work.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    const timer =
      killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const refused = mayBeRefused && output.includes("Another process is working on run");
      if (work.job.prints === true && signal === null && !refused) {
        writeFileSync(join(folder, "report.json"), printed);
      }
      if (signal === "SIGKILL") done(true);
      else if (code === 0 || code === 1 || refused) done(false);
      else fail(new Error(`${program.join(" ")} exited with ${code}\n${output}`));
    });
  });
}
