import { z } from "zod";
import { compareRuns } from "../../../analysis/compare/compare-runs.ts";
import type { Comparison } from "../../../core/analysis/comparison.ts";
import { isUserFacingError } from "../../../core/errors.ts";
import type { RunSummary } from "../../../core/folds/run-summary.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { changedCaseWarnings } from "../../../project/comparison/changed-cases.ts";
import { storedRun } from "../../../project/comparison/comparable-run.ts";
import { findBaseline } from "../../../project/history/finding/find-baseline.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

/** A run beside the one that it is held against. */
export type RunBaseline =
  | {
      readonly runId: string;
      readonly shortId: string;
      readonly name?: string | undefined;
      /** Why this one: "run 4c1e of commit 1a2b3c4, 3 commits before". */
      readonly text: string;
      readonly about: RunInfo;
      /** A is the baseline, B this run. */
      readonly comparison: Comparison;
    }
  | {
      readonly runId?: undefined;
      /** Why there is none. */
      readonly why: string;
    };

export const runBaseline = route({
  summary:
    "A run against its baseline: the one that its gates name, the nearest before it by git, else the last one before.",
  query: z.object({ to: z.string().optional() }),
  reply: z.custom<RunBaseline>(),
  async handle({ params, query, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { summary, seq } = await parts.views.open(runId);
    const found = await baselineOf(summary, query.to, parts);
    if ("why" in found) return found;
    setTag(`${seq}-${found.runId}`);
    const a = await storedRun(parts.runs, found.runId);
    const b = await storedRun(parts.runs, runId);
    const warnings = await changedCaseWarnings(a, b);
    const ids = (await parts.runs.list()).map((each) => each.runId);
    return {
      ...found,
      shortId: shortId(found.runId, ids),
      name: a.table.about.name,
      about: a.table.about,
      comparison: compareRuns(a.table, b.table, { warnings }),
    };
  },
});

type Found = { readonly runId: string; readonly text: string } | { readonly why: string };

/** The run that another is held against, or why there is none. */
export async function baselineOf(
  { runId, about }: RunSummary,
  asked: string | undefined,
  { runs, history, cwd }: ServerParts,
): Promise<Found> {
  const named = asked ?? about.gates?.baseline;
  try {
    return await findBaseline(runs, { about, runId, named, cwd });
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    if (named !== undefined) return { why: error.message };
  }
  const last = (await history.before(runId, about, 1)).at(-1);
  if (last !== undefined) return { runId: last.runId, text: "the run before" };
  return { why: "There is no earlier run of the same agent and eval sets to compare with." };
}
