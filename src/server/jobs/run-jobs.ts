import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { PAUSE_SIGNAL } from "../../core/async/pause-signal.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import { readAnnouncement } from "./read-announcement.ts";

/**
 * Runs are commands in processes of their own: an agent that patches `fetch`, ends its process, hangs or eats memory is not
 * felt here, and a run goes on when the server ends.
 */
export interface RunJobs {
  /** Starts `assay` with these words, of which the first names the command (`sessions score` is one); comes back when the run is on record, or was refused. */
  start(words: readonly string[]): Promise<{ readonly runId: string }>;
  /** Whether a run that was started here has not ended. */
  isRunning(runId: string): boolean;
  /** Asks a run that was started here to end; false where it was not, or has ended. */
  cancel(runId: string): boolean;
  /** Asks a run that was started here to begin nothing new; false where it was not, or has ended. */
  pause(runId: string): boolean;
}

export interface RunJobsOptions {
  /** Program and first words of the command. */
  readonly command: readonly [program: string, ...words: string[]];
  readonly cwd: string;
  /** Where jobs say how they began. */
  readonly folder: string;
  readonly store: Pick<RunStore, "eventsSince" | "position" | "runEvents">;
  /** The file that runs are kept in, or the address of their database. */
  readonly database: string;
}

/** How long a job may take until its run is on record: agents are loaded first, and judges asked. */
const BEGIN_MS = 120_000;

export function runJobs({ command, cwd, folder, store, database }: RunJobsOptions): RunJobs {
  const running = new Map<string, ChildProcess>();

  function launch(words: readonly string[], file: string): ChildProcess {
    const [program, ...first] = command;
    const [name = "", ...rest] = words;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // to a file, since a pipe would break with the server
    const log = openSync(`${file}.log`, "w", 0o600);
    try {
      const child = spawn(program, [...first, ...name.split(" "), ...rest], {
        cwd,
        // a group of its own: Ctrl-C in the server's terminal is for the server
        detached: true,
        stdio: ["ignore", log, log],
        env: { ...process.env, ASSAY_STORE: database, ASSAY_JOB_FILE: file, NO_COLOR: "1" },
      });
      child.unref();
      return child;
    } finally {
      closeSync(log);
    }
  }

  return {
    async start(words) {
      const file = join(folder, `${randomBytes(8).toString("hex")}.json`);
      const before = await store.position();
      const child = launch(words, file);
      // one that cannot be started says so here, and has no process
      child.on("error", () => {});
      try {
        const runId = await begun(file, child);
        await onRecord({ store, runId, child, before });
        running.set(runId, child);
        return { runId };
      } finally {
        for (const each of [file, `${file}.log`]) rmSync(each, { force: true });
      }
    },
    isRunning: (runId) => isAlive(running.get(runId)),
    cancel(runId) {
      const child = running.get(runId);
      if (child?.pid === undefined || isOver(child)) return false;
      process.kill(-child.pid, "SIGINT");
      return true;
    },
    pause(runId) {
      const child = running.get(runId);
      if (child?.pid === undefined || isOver(child)) return false;
      // to the run alone: what its agents have started knows no such signal, and would end by it
      return child.kill(PAUSE_SIGNAL);
    },
  };
}

function isAlive(child: ChildProcess | undefined): boolean {
  return child !== undefined && !isOver(child);
}

function isOver({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

async function begun(file: string, child: ChildProcess): Promise<string> {
  const until = Date.now() + BEGIN_MS;
  for (;;) {
    // what it said last is read after it ended
    const wasOver = isOver(child);
    const said = readAnnouncement(file);
    if (said !== undefined) {
      if ("runId" in said) return said.runId;
      throw said.error;
    }
    if (wasOver || Date.now() > until) throw neverBegan(`${file}.log`);
    await setTimeout(20);
  }
}

interface Begun {
  readonly store: RunJobsOptions["store"];
  readonly runId: string;
  readonly child: ChildProcess;
  /** How far the journal was when the job was started. */
  readonly before: number;
}

/**
 * The id is told a moment before the job writes its first event. A run that goes on had events before: only a new one says
 * that it does. One that had ended gets none, and its job is over at once.
 */
async function onRecord({ store, runId, child, before }: Begun): Promise<void> {
  const until = Date.now() + BEGIN_MS;
  for (;;) {
    const wasOver = isOver(child) || Date.now() > until;
    if ((await store.eventsSince(runId, before, 1)).seq > before) return;
    if (wasOver) break;
    await setTimeout(20);
  }
  if ((await store.runEvents(runId)).length === 0) throw neverBegan("");
}

function neverBegan(log: string): UserFacingError {
  const words = lastWords(log);
  return new UserFacingError("agent/failed", `The run did not begin.${words && ` ${words}`}`, {
    hint: "Start it in a terminal to see all that it says.",
  });
}

function lastWords(log: string): string {
  try {
    return readFileSync(log, "utf8").trim().split("\n").slice(-3).join(" ").slice(-600);
  } catch {
    return "";
  }
}
