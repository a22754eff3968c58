import { endOfRun } from "../../../core/folds/end-of-run.ts";
import type { RunInfo, RunKind } from "../../../core/run-info.ts";
import type { RunListing, RunStore } from "../../../core/run-store.ts";

/** A run that came to its end, with what it says about itself. */
export interface FinishedRun {
  readonly runId: string;
  readonly about: RunInfo;
}

/** Runs of an agent, or of its conversations, that came to their end; newest first. */
export async function finishedRuns(
  store: RunStore,
  runs: readonly RunListing[],
  kinds: readonly RunKind[] = ["eval"],
): Promise<readonly FinishedRun[]> {
  const found: FinishedRun[] = [];
  for (const { runId, kind } of runs) {
    if (!kinds.includes(kind)) continue;
    const events = await store.runEvents(runId);
    const [start] = events;
    if (start?.type !== "run-start" || endOfRun(events)?.status !== "ended") continue;
    found.push({ runId, about: start.about });
  }
  return found;
}
