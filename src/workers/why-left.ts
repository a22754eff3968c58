import type { RunStore } from "../core/run-store.ts";

interface WorkerPlace {
  readonly store: RunStore;
  readonly runId: string;
  /** Of the folder, in short. */
  readonly commit?: string | undefined;
}

/** Why a worker leaves a run to others, and which commit it wants, so that somebody can start one that has it. */
export async function whyLeft(
  reason: string,
  { store, runId, commit }: WorkerPlace,
): Promise<string> {
  const [start] = await store.runEvents(runId);
  const wanted = start?.type === "run-start" ? start.about.git : undefined;
  if (wanted === undefined)
    return commit === undefined ? reason : `${reason} Here is commit ${commit}.`;
  const dirty = wanted.dirty ? " with changes that are not committed" : "";
  const here = commit === undefined ? "no commit" : `commit ${commit}`;
  return `${reason} It was started at commit ${wanted.commit.slice(0, 12)}${dirty}; here is ${here}.`;
}
