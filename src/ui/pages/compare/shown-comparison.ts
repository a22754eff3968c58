import type { Comparison, RunsCompared } from "../../../core/analysis/comparison.ts";
import type { Reply } from "../../lib/api.ts";

type Compared = Reply<"GET /compare">;

export type RunInputs = Compared["runs"][number];

/** A against one other run, of however many were named. */
export interface ShownComparison {
  readonly comparison: Comparison;
  readonly a: RunInputs;
  readonly b: RunInputs;
  /** All of them, in their order. */
  readonly runs: readonly RunInputs[];
  readonly unpaired: Compared["unpaired"][number];
  readonly changedFiles: readonly string[];
  /** Set for more than two runs. */
  readonly several?: RunsCompared | undefined;
  readonly note?: string | undefined;
}

export function shownComparison(
  { runs, unpaired, changedFiles, note }: Compared,
  compared: NonNullable<Compared["compared"]>,
  beside: number | undefined,
): ShownComparison {
  const several = "runs" in compared ? compared : undefined;
  const all = "runs" in compared ? compared.comparisons : [compared];
  const at = Math.min(Math.max((beside ?? 2) - 2, 0), all.length - 1);
  const [comparison, a, b] = [all[at], runs[0], runs[at + 1]];
  if (comparison === undefined || a === undefined || b === undefined) {
    throw new Error("a comparison is of two runs at least");
  }
  return {
    comparison,
    a,
    b,
    runs,
    unpaired: unpaired[at] ?? { onlyInA: [], onlyInB: [] },
    changedFiles: changedFiles[at] ?? [],
    several,
    note,
  };
}

/** How a run is called on screen. */
export function nameOf({ name, shortId }: Pick<RunInputs, "name" | "shortId">): string {
  return name ?? shortId;
}
