import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { findRun } from "../history/finding/find-run.ts";
import { checkUnchanged } from "./check-unchanged.ts";
import { newestStopped } from "./newest-stopped.ts";
import { resumeLocked, type StoppedRun } from "./resume-run.ts";

/** Which stopped run a program goes on with: the newest one of the same agent and sets, or the one that is named. */
export type ResumeOption = boolean | string | undefined;

/**
 * Hands over the run that a program goes on with, locked until the work is done, whichever way it ends; undefined when it
 * begins a new one. With `true` nothing stopped means a new run, so that a program can always ask for it.
 */
export async function withStoppedRun<T>(
  { store, resume, about }: Resuming,
  work: (stopped: StoppedRun | undefined) => Promise<T>,
): Promise<T> {
  const runId = await stoppedRunId({ store, resume, about });
  if (runId === undefined) return await work(undefined);
  return await resumeLocked(store, runId, (stopped) => {
    const hint = "Begin a new run: leave out resume, or ASSAY_RESUME, this once.";
    checkUnchanged(stopped.about, about, { wrote: stopped.wrote, hint });
    return work(stopped);
  });
}

interface Resuming {
  readonly store: RunStore;
  readonly resume: ResumeOption;
  /** What the program is about to do. */
  readonly about: RunInfo;
}

async function stoppedRunId({ store, resume, about }: Resuming): Promise<string | undefined> {
  if (resume === undefined || resume === false || resume === "") return undefined;
  const named = namedRun(resume);
  return named === undefined ? await newestStopped(store, about) : await findRun(store, named);
}

/** Undefined where no run is named: what is to be run then says which one it is. */
export function namedRun(resume: ResumeOption): string | undefined {
  return typeof resume === "string" && !anyRun.has(resume) ? resume : undefined;
}

/** What a variable of the environment can say for "the last one". */
const anyRun: ReadonlySet<string> = new Set(["1", "true", "latest"]);

/** As the environment of a test runner asks for it. */
export function resumeFromEnvironment(): ResumeOption {
  const asked = process.env.ASSAY_RESUME;
  return asked === "0" || asked === "false" ? undefined : asked;
}
