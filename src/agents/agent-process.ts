import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { clearTimeout, setTimeout } from "../core/async/own-timers.ts";
import { lastSaid } from "../core/text/last-said.ts";
import { killAtExit } from "./isolation/kill-at-exit.ts";
import { AgentFault } from "./recording/turn-scope.ts";

/** One line longer than this is no message but a runaway. */
const LINE_LIMIT = 16 * 1024 * 1024;
/** How long a program has to end after its input was closed. */
const GRACE_MS = 1_000;
/** How long what a program wrote before it ended may take to arrive. */
const DRAIN_MS = 500;

interface AgentProcessOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  onLine(line: string): void;
  /** What it writes to its standard error stream. */
  onLog(text: string): void;
  /** Called once, when it is over, with a sentence saying how. */
  onEnd(fault: AgentFault): void;
}

/** A running program: lines in, lines out, and gone for certain when it is closed. */
export interface AgentProcess {
  /** Resolves when the program can take more. */
  write(line: string): Promise<void>;
  /** Asks it to end by closing its input, and ends it with all its children if it does not. */
  close(): Promise<void>;
}

export function agentProcess(options: AgentProcessOptions): AgentProcess {
  const { command, cwd, env } = options;
  const [program = "", ...args] = command;
  // a group of its own, so that the program's children end with it
  const detached = process.platform !== "win32";
  const child = spawn(program, args, { cwd, env: { ...env }, detached, stdio: "pipe" });
  const ended = watch(child, program, options);
  const forget = killAtExit(child);
  void ended.then(forget);
  // a program that ends early breaks the pipe; its end is reported by itself
  child.stdin.on("error", () => {});
  splitLines(child, options.onLine, () => kill(child));
  return {
    async write(line) {
      if (child.stdin.destroyed || child.stdin.write(`${line}\n`)) return;
      await Promise.race([new Promise((resolve) => child.stdin.once("drain", resolve)), ended]);
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => kill(child), GRACE_MS);
      await ended;
      clearTimeout(timer);
      // children that outlived it
      kill(child);
    },
  };
}

/** Resolves when the program is over and everything it wrote has been read. */
function watch(
  child: ChildProcessWithoutNullStreams,
  program: string,
  { onLog, onEnd, cwd }: AgentProcessOptions,
): Promise<void> {
  let tail = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-4096);
    onLog(text);
  });
  return new Promise((resolve) => {
    const end = (sentence: string): void => {
      onEnd(new AgentFault(sentence));
      resolve();
    };
    child.on("error", (error) => end(spawnProblem(program, error, cwd)));
    child.on("exit", (code, signal) => {
      const how = signal === null ? `exit code ${code}` : signal;
      const reportEnd = () =>
        end(`The agent's process ended before it answered (${how}).${said(tail)}`);
      child.on("close", reportEnd);
      // a child of its own may keep the streams open for ever
      setTimeout(reportEnd, DRAIN_MS).unref();
    });
  });
}

function spawnProblem(program: string, error: NodeJS.ErrnoException, cwd: string): string {
  // a missing folder is reported as a missing program
  if (error.code === "ENOENT" && !existsSync(cwd))
    return `The agent's folder ${cwd} was not found.`;
  if (error.code === "ENOENT") return `The agent's command "${program}" was not found.`;
  if (error.code === "EACCES") return `The agent's command "${program}" may not be executed.`;
  return `The agent's command "${program}" could not be started: ${error.message}.`;
}

function said(stderr: string): string {
  const last = lastSaid(stderr);
  return last ? ` It last wrote: ${last.slice(0, 300)}` : "";
}

function splitLines(
  child: ChildProcessWithoutNullStreams,
  onLine: (line: string) => void,
  overflow: () => void,
): void {
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
    if (rest.length > LINE_LIMIT) {
      rest = "";
      overflow();
    }
  });
  child.stdout.on("end", () => {
    if (rest !== "") onLine(rest);
  });
}

function kill(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // already gone
  }
}
