import type { CompareRunsOptions } from "../../analysis/compare/compare-runs.ts";
import { costQuality } from "../../analysis/compare/cost-quality.ts";
import type { Comparison, RunsCompared } from "../../core/analysis/comparison.ts";
import type { RunStore } from "../../core/run-store.ts";
import { type ComparableRun, storedRun } from "./comparable-run.ts";
import { compareLoaded } from "./compare-loaded.ts";

interface StoredComparison {
  /** Of two runs, or of more against the first. */
  readonly compared: Comparison | RunsCompared;
  readonly runs: readonly ComparableRun[];
}

/** The first of these runs against each of the others, as the command and the browser show it. */
export async function compareStored(
  store: RunStore,
  ids: readonly string[],
  options: Pick<CompareRunsOptions, "metric" | "detect"> = {},
): Promise<StoredComparison> {
  const runs: ComparableRun[] = [];
  // one after the other, so that no more than one is being read at a time
  for (const runId of ids) runs.push(await storedRun(store, runId));
  const [first, ...others] = runs;
  const comparisons: Comparison[] = [];
  for (const other of others) {
    if (first !== undefined) comparisons.push(await compareLoaded(first, other, options));
  }
  return { compared: resultOf(runs, comparisons), runs };
}

function resultOf(
  runs: readonly ComparableRun[],
  comparisons: readonly Comparison[],
): Comparison | RunsCompared {
  const [only, ...others] = comparisons;
  if (only !== undefined && others.length === 0) return only;
  return costQuality(
    runs.map(({ table }) => table),
    comparisons,
  );
}
