import { z } from "zod";
import { changedFiles } from "../../../analysis/changed-files.ts";
import { pairCases } from "../../../analysis/compare/pair-cases.ts";
import type { Comparison, RunsCompared } from "../../../core/analysis/comparison.ts";
import { isUserFacingError, UserFacingError } from "../../../core/errors.ts";
import type { RunTable } from "../../../core/folds/run-table.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { chosenRuns } from "../../../project/comparison/chosen-runs.ts";
import { compareStored } from "../../../project/comparison/compare-stored.ts";
import { runState } from "../../../project/history/list-runs.ts";
import { route } from "../route.ts";
import { type ComparedInputs, inputsOf } from "./compared-inputs.ts";

/** Beyond so many a table of runs says more than pairs of them. */
const MOST_RUNS = 8;

const unpairedCase = z.object({ evalSetId: z.string(), evalId: z.string() });

export const compareRuns = route({
  summary:
    "The first run against each of the others, as `assay compare --reporter json` has it; one run alone against its baseline.",
  query: z.object({
    /** Ids, names, latest, commits, branches or tags, with commas between them. */
    runs: z.string().min(1),
    metric: z.string().optional(),
  }),
  reply: z.object({
    /** Undefined as long as runs go on that have no case in common yet. */
    compared: z.custom<Comparison | RunsCompared>().optional(),
    /** A, B and whatever follows, with what each was made of. */
    runs: z.array(z.custom<ComparedInputs>()).readonly(),
    /** Cases of only one of them, for each run against the first: they are in no number. */
    unpaired: z
      .array(
        z.object({
          onlyInA: z.array(unpairedCase).readonly(),
          onlyInB: z.array(unpairedCase).readonly(),
        }),
      )
      .readonly(),
    /** Code, prompts and data of the agent that are not the same, for each run against the first. */
    changedFiles: z.array(z.array(z.string()).readonly()).readonly(),
    /** Ids of those that still go on: their numbers change. */
    running: z.array(z.string()).readonly(),
    /** How the baseline was found, where nobody named it. */
    note: z.string().optional(),
  }),
  async handle({ query, parts, setTag }) {
    const named = query.runs.split(",").filter((name) => name !== "");
    if (named.length > MOST_RUNS) {
      throw new UserFacingError("cli/usage", `At most ${MOST_RUNS} runs are compared here.`, {
        hint: "assay compare takes as many as you name.",
      });
    }
    const position = await parts.runs.position();
    const { ids, note } = await chosenRuns(parts.runs, { named, cwd: parts.cwd });
    const { metric } = query;
    // before they are read: what has ended by then is whole
    const states = await Promise.all(
      ids.map(async (id) => ({ id, state: await runState(parts.runs, id) })),
    );
    const running = states.filter(({ state }) => state === "running").map(({ id }) => id);
    const told = await compareStored(parts.runs, ids, { metric }).catch((error: unknown) => {
      if (running.length > 0 && isUserFacingError(error)) return undefined;
      throw error;
    });
    if (told === undefined) return { runs: [], unpaired: [], changedFiles: [], running };
    const { compared, runs } = told;
    const all = (await parts.runs.list()).map(({ runId }) => runId);
    setTag(`${position}-${states.map(({ state }) => state).join()}`);
    const tables = runs.map(({ table }) => table);
    return {
      compared,
      runs: tables.map((table) => inputsOf(table, shortId(table.runId, all))),
      unpaired: unpairedOf(tables),
      changedFiles: changedFilesOf(tables),
      running,
      ...(note !== undefined && { note }),
    };
  },
});

function unpairedOf([a, ...others]: readonly RunTable[]) {
  return others.map((b) => {
    const { onlyInA, onlyInB } = pairCases(a ?? b, b);
    return { onlyInA: onlyInA.map(keyOf), onlyInB: onlyInB.map(keyOf) };
  });
}

function changedFilesOf([a, ...others]: readonly RunTable[]) {
  return others.map((b) => changedFiles((a ?? b).about, b.about));
}

function keyOf({ evalSetId, evalId }: RunTable["cases"][number]) {
  return { evalSetId, evalId };
}
