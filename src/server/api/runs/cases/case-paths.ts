import { z } from "zod";
import { UserFacingError } from "../../../../core/errors.ts";
import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import { type PathTaken, pathsTaken } from "../../../../core/folds/paths-taken.ts";
import { findRun } from "../../../../project/history/finding/find-run.ts";
import { readCases } from "../../../../project/history/load-run.ts";
import { route } from "../../route.ts";
import type { PastStatus } from "../run-history.ts";

const RUNS_BEFORE = 10;

export interface CasePaths {
  /** The most frequent first. */
  readonly paths: readonly (PathTaken & { readonly inTrials: readonly number[] })[];
  /** How it came out in the runs before, oldest first; null where it was not in one. */
  readonly before: readonly {
    readonly runId: string;
    readonly startedAt: string;
    readonly commit?: string | undefined;
    readonly status: PastStatus | null;
  }[];
}

export const casePaths = route({
  summary: "The ways that the trials of a case went, and how it came out in the runs before.",
  query: z.object({ set: z.string(), case: z.string() }),
  reply: z.custom<CasePaths>(),
  async handle({ params, query, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { matrix, summary, seq } = await parts.views.open(runId);
    setTag(`${seq}`);
    const key = { evalSetId: query.set, evalId: query.case };
    const row = matrix.rows.find((each) => caseKeyOf(each) === caseKeyOf(key));
    if (row === undefined) {
      throw new UserFacingError("eval-set/unknown-case", `Run ${runId} has no case ${query.case}.`);
    }
    const all = await Array.fromAsync(readCases(parts.runs, runId, [row.index]));
    const trials = all.filter((each) => caseKeyOf(each) === caseKeyOf(key));
    const past = await parts.history.before(runId, summary.about, RUNS_BEFORE);
    return {
      paths: pathsTaken(trials).map((path) => ({
        ...path,
        inTrials: trials.filter((each) => isOn(path, each)).map(({ trial }) => trial),
      })),
      before: past.map(({ runId: id, startedAt, about, statuses }) => ({
        runId: id,
        startedAt,
        ...(about.git && { commit: about.git.commit }),
        status: statuses.get(caseKeyOf(key)) ?? null,
      })),
    };
  },
});

function isOn(path: PathTaken, trial: Parameters<typeof pathsTaken>[0][number]): boolean {
  return JSON.stringify(pathsTaken([trial])[0]?.turns) === JSON.stringify(path.turns);
}
