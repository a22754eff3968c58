import { type ChildProcess, spawn } from "node:child_process";
import { longTimer } from "../../core/async/long-timer.ts";

interface ProgramRequest {
  readonly command: readonly string[];
  readonly directory: string;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  /** Written to its standard input. */
  readonly input: string;
}

/** How a program ended. `stderr` is the end of what it said there, as a sentence to add; empty when it said nothing. */
export type ProgramRun =
  | { readonly kind: "ended"; readonly output: string; readonly stderr: string }
  | { readonly kind: "failed"; readonly problem: string }
  | { readonly kind: "cancelled" };

const MOST_OUTPUT = 1_000_000;
const MOST_STDERR = 2_000;

/** Runs a program to its end, its deadline or its limit of output; never throws, and leaves no process behind. */
export function runProgram(request: ProgramRequest): Promise<ProgramRun> {
  const { command, directory, timeoutSeconds, signal, input } = request;
  const [program = "", ...words] = command;
  if (program === "") return Promise.resolve(failed("has no command."));
  if (signal.aborted) return Promise.resolve({ kind: "cancelled" });
  return new Promise((resolve) => {
    // a group of its own, so that what the program starts ends with it
    const child = spawn(program, words, { cwd: directory, detached: process.platform !== "win32" });
    const output = collect(child, () => end(failed(`wrote more than ${MOST_OUTPUT} bytes.`)));
    const deadline = longTimer(
      () => end(failed(`took longer than ${timeoutSeconds} s and was ended.${output.stderr()}`)),
      timeoutSeconds * 1000,
    );
    const onAbort = () => end({ kind: "cancelled" });
    signal.addEventListener("abort", onAbort);

    let ended = false;
    function end(run: ProgramRun): void {
      if (ended) return;
      ended = true;
      deadline.clear();
      signal.removeEventListener("abort", onAbort);
      killGroup(child);
      resolve(run);
    }

    child.once("error", (error) => end(failed(`cannot be started: ${reasonOf(error, program)}.`)));
    child.once("close", (code, killedBy) => end(endOf(code, killedBy, output)));
    // a program may answer without reading all it was given
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

interface Output {
  stdout(): string;
  stderr(): string;
}

function collect(child: ChildProcess, onTooMuch: () => void): Output {
  const chunks: Buffer[] = [];
  let size = 0;
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MOST_OUTPUT) chunks.push(chunk);
    else onTooMuch();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-MOST_STDERR);
  });
  return {
    stdout: () => Buffer.concat(chunks).toString("utf8"),
    stderr: () => (said.trim() === "" ? "" : ` It said: ${said.trim()}`),
  };
}

function endOf(code: number | null, killedBy: string | null, output: Output): ProgramRun {
  if (code === 0) return { kind: "ended", output: output.stdout(), stderr: output.stderr() };
  const how = killedBy === null ? `ended with exit code ${code}.` : `was ended by ${killedBy}.`;
  return failed(`${how}${output.stderr() || wrote(output.stdout().trim())}`);
}

/** A program that gives up in words often says them where its answer was expected. */
function wrote(text: string): string {
  return text === "" ? "" : ` It wrote: ${text.slice(-MOST_STDERR)}`;
}

function failed(problem: string): ProgramRun {
  return { kind: "failed", problem };
}

function reasonOf(error: Error, program: string): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? `there is no ${program}, or no such folder` : error.message;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // nobody of the group is left
  }
}
