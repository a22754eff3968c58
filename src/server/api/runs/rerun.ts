import { isAbsolute, relative } from "node:path";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import { isErred } from "../../../core/verdict.ts";
import { fileOfSet } from "../../../project/history/file-of-set.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { rebaseRequest } from "../../../project/history/rebase-request.ts";
import type { EvalRequest } from "../../../project/plan/eval-request.ts";
import { route } from "../route.ts";
import type { RunView } from "./run-views.ts";

export const rerun = route({
  summary:
    "Run again what a run did not pass, or single cases of it, with what it asked for. It is a run of its own.",
  body: z.strictObject({
    /** Without cases: everything that did not pass. */
    cases: z.array(z.strictObject({ set: z.string(), case: z.string() })).optional(),
    /** Only what threw, hung or was broken off. */
    only: z.literal("errored").optional(),
    trials: z.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({ runId: z.string() }),
  status: 201,
  async handle({ params, body, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const trials = body.trials === undefined ? [] : [`--num_runs=${body.trials}`];
    const { summary, matrix } = await parts.views.open(runId);
    const cases = body.only === "errored" ? erredIn(matrix.rows) : body.cases;
    if (cases?.length === 0) {
      throw new UserFacingError("run/not-found", "Nothing of this run broke.", {
        hint: "What failed otherwise can be run again, too.",
      });
    }
    if (cases === undefined) {
      return await parts.jobs.start(["eval", `--failed=${runId}`, ...trials]);
    }
    const words = wordsFor(summary.about, cases, parts.cwd);
    return await parts.jobs.start(["eval", ...trials, ...words]);
  },
});

type AskedCases = readonly { readonly set: string; readonly case: string }[];

function erredIn(rows: RunView["matrix"]["rows"]): AskedCases {
  return rows
    .filter(({ status, reason }) => isErred(status, reason))
    .map(({ evalSetId, evalId }) => ({ set: evalSetId, case: evalId }));
}

/** The command that asks for these cases as the run did. */
function wordsFor(about: RunInfo, cases: AskedCases, cwd: string): readonly string[] {
  const asked = about.options as unknown as EvalRequest | undefined;
  if (asked === undefined || about.kind !== "eval") {
    throw new UserFacingError("run/not-found", "This run cannot be asked for again from here.", {
      hint: "It was made of objects or of recorded conversations: start it again where it was started.",
    });
  }
  const request = rebaseRequest(asked, about.cwd ?? cwd, cwd);
  const flags = Object.entries({
    agent_name: request.agentName,
    agent_model: request.agentModel,
    config_file_path: request.configFilePath,
    initial_session_file: request.initialSessionFile,
    judge_model: request.judgeModel,
    base_url: request.baseUrl,
    timeout: request.timeouts.turn,
    case_timeout: request.timeouts.case,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  const criteria = Object.entries(request.criteria ?? {}).map(
    ([name, value]) => `--criterion=${name}=${JSON.stringify(value)}`,
  );
  const ids = [...new Set(cases.map((each) => each.case))].map((id) => `--case=${id}`);
  const sets = [...new Set(cases.map(({ set }) => set))].map((id) => pathOfSet(about, id, cwd));
  return [...flags, ...criteria, ...ids, "--", request.agent, ...sets];
}

/** Paths stand as they were written where the run was started. */
function pathOfSet(about: RunInfo, id: string, cwd: string): string {
  const path = about.sets.find(({ evalSetId }) => evalSetId === id)?.path;
  if (path === undefined) {
    throw new UserFacingError("eval-set/not-found", `The run has no file for the set "${id}".`, {
      hint: "Sets that a program made are run again by that program.",
    });
  }
  const file = fileOfSet(about, path, cwd);
  return isAbsolute(path) ? file : relative(cwd, file);
}
