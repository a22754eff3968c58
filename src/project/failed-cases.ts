import type { RunStore } from "../core/run-store.ts";
import { loadRun } from "./load-run.ts";

/** The cases of a run that ended without passing, by set: what `--failed` runs again. */
export async function failedCases(
  store: RunStore,
  runId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { summary } = await loadRun(store, runId);
  const bySet = new Map<string, Set<string>>();
  for (const { evalSetId, evalId, status } of summary.cases) {
    if (status === "passed") continue;
    const set = bySet.get(evalSetId) ?? new Set();
    bySet.set(evalSetId, set.add(evalId));
  }
  return bySet;
}
