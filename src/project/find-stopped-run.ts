import { UserFacingError } from "../core/errors.ts";
import type { RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";

/** The newest run that was stopped before its last case: what `--resume` alone goes on with; else the newest run. */
export async function findStoppedRun(store: RunStore): Promise<string> {
  const runs = (await store.list()).filter((run) => run.kind === "eval");
  for (const { runId } of runs) {
    if (!hasEnded(await store.runEvents(runId))) return runId;
  }
  const newest = runs[0];
  if (newest !== undefined) return newest.runId;
  throw new UserFacingError(
    "run/not-found",
    "There is no run yet, so there is nothing to resume.",
    {
      hint: "Start one:  assay eval AGENT",
    },
  );
}

/** A run that was killed has no end at all; one that was interrupted says so. */
export function hasEnded(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last?.type === "run-end" && last.status === "ended";
}
