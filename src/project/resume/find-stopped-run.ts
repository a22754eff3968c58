import { UserFacingError } from "../../core/errors.ts";
import type { RunListing, RunStore } from "../../core/run-store.ts";
import { hasEnded } from "./resume-run.ts";

/** The newest run that was stopped before its last case: what `--resume` alone goes on with; else the newest run. */
export async function findStoppedRun(
  store: RunStore,
  kind: RunListing["kind"] = "eval",
): Promise<string> {
  const runs = (await store.list()).filter((run) => run.kind === kind);
  for (const { runId } of runs) {
    if (!hasEnded(await store.runEvents(runId))) return runId;
  }
  const newest = runs[0];
  if (newest !== undefined) return newest.runId;
  throw new UserFacingError(
    "run/not-found",
    "There is no run yet, so there is nothing to resume.",
    {
      hint: kind === "score" ? "Start one:  assay score RUN" : "Start one:  assay eval AGENT",
    },
  );
}
