import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import { findBaseline } from "../history/finding/find-baseline.ts";
import { findRun } from "../history/finding/find-run.ts";
import { unreadableRun } from "../history/load-run.ts";

export interface ChosenRuns {
  /** A, B and whatever follows. */
  readonly ids: readonly string[];
  /** How the baseline was found, where nobody named it. */
  readonly note?: string | undefined;
}

interface ChosenRunsRequest {
  /** As runs are named; one alone is compared with its baseline. */
  readonly named: readonly string[];
  readonly cwd: string;
}

/** The runs that are meant. The last one is found first: it says which set the others are looked for with. */
export async function chosenRuns(
  store: RunStore,
  { named, cwd }: ChosenRunsRequest,
): Promise<ChosenRuns> {
  const last = await findRun(store, named.at(-1), { cwd });
  const about = await aboutOf(store, last);
  if (named.length < 2) {
    const { runId, text } = await findBaseline(store, { about, runId: last, cwd });
    return { ids: [runId, last], note: `The baseline is ${text}.` };
  }
  const ids: string[] = [];
  for (const name of named.slice(0, -1)) ids.push(await findRun(store, name, { cwd, like: about }));
  return { ids: [...ids, last] };
}

async function aboutOf(store: RunStore, runId: string): Promise<RunInfo> {
  const [start] = await store.runEvents(runId);
  if (start?.type !== "run-start") throw await unreadableRun(store, runId);
  return start.about;
}
