import { basename } from "node:path";
import type { RunEvent, RunStartEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { removeResult } from "../../eval-sets/results/result-file.ts";
import { agentFolderOf } from "./agent-of-run.ts";

/** Removes what a run left for ADK in its agent's folder: a file for each set, each time it ended. How many there were. */
export async function removeAdkResults(
  store: RunStore,
  runId: string,
  here: string,
): Promise<number> {
  const events = await store.runEvents(runId);
  const start = events.find((event): event is RunStartEvent => event.type === "run-start");
  if (start === undefined) return 0;
  const folder = await agentFolderOf(start.about, here);
  const times = events.flatMap(timeOf);
  const removed = await Promise.all(
    start.about.sets.flatMap(({ evalSetId }) =>
      times.map((time) => removeResult(folder, { appName: basename(folder), evalSetId, time })),
    ),
  );
  return removed.filter((each) => each).length;
}

function timeOf(event: RunEvent): readonly number[] {
  return event.type === "run-end" ? [Date.parse(event.at) / 1000] : [];
}
