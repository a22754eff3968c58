import { UserFacingError } from "../core/errors.ts";
import type { RunEvent } from "../core/run.ts";
import type { RunStore } from "../core/run-store.ts";

/** The newest run that was stopped before its last case: what `--resume` alone goes on with. */
export async function findStoppedRun(store: RunStore): Promise<string> {
  for (const { runId, kind } of await store.list()) {
    if (kind === "eval" && wasStopped(await store.runEvents(runId))) return runId;
  }
  throw new UserFacingError(
    "run/not-found",
    "No run was stopped half way; there is nothing to resume.",
    {
      hint: "See what there is with:  assay runs",
    },
  );
}

/** A run that was killed has no end at all; one that was interrupted says so. */
function wasStopped(events: readonly RunEvent[]): boolean {
  const last = events.at(-1);
  return last?.type !== "run-end" || last.status !== "ended";
}
