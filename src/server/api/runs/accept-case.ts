import { isAbsolute, relative } from "node:path";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { acceptCases } from "../../../eval-sets/editing/accept-cases.ts";
import {
  type Acceptance,
  planAcceptance,
  type TurnChange,
} from "../../../project/history/accept-run.ts";
import { secretsOf } from "../../../project/history/agent-of-run.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { readCases } from "../../../project/history/load-run.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { editSet } from "../sets/change-set.ts";
import { type SetFile, setId } from "../sets/set-files.ts";
import { changed } from "../sets/set-shapes.ts";
import { setPath } from "../workspace-paths.ts";

export const acceptCase = route({
  summary:
    "Make what an agent did the new reference of its case: all of it, a turn, a step or an answer. Without write it only shows the difference.",
  body: z.strictObject({
    set: z.string(),
    /** From 0. */
    trial: z.number().int().min(0).default(0),
    /** From 0; the whole conversation unless given. */
    turn: z.number().int().min(0).optional(),
    /** A step of the turn by its place in the diff, from 0, or its answer; the whole turn unless given. */
    step: z.union([z.number().int().min(0), z.literal("answer")]).optional(),
    write: z.boolean().default(false),
    /** Of the file when the difference was looked at. */
    tag: z.string().optional(),
  }),
  reply: z.object({
    /** The set that is written, and how addresses call it. */
    path: z.string(),
    setId: z.string(),
    tag: z.string(),
    /** Empty where the references say already what the agent did. */
    changes: z.array(z.custom<TurnChange>()).readonly(),
    written: changed.optional(),
  }),
  async handle({ params, body, parts }) {
    const { set: evalSetId, trial, turn, step } = body;
    if (turn === undefined && step !== undefined) {
      throw new UserFacingError("cli/usage", "A step belongs to a turn.", {
        hint: "Give the turn.",
      });
    }
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { summary, matrix } = await parts.views.open(runId);
    const row = matrix.rows.find(
      (each) => each.evalSetId === evalSetId && each.evalId === params.case,
    );
    const places = row === undefined ? [] : [row.index];
    const plan = await planAcceptance(
      { summary, cases: () => readCases(parts.runs, runId, places) },
      {
        cases: [`${evalSetId}:${params.case}`],
        trial: trial + 1,
        secrets: await secretsOf(summary.about, parts.cwd),
        cwd: parts.cwd,
        part: turn === undefined ? undefined : { turn, step },
      },
    );
    const [file] = plan.files as readonly [Acceptance];
    const set = setOf(file, parts);
    const { tag } = await parts.sets.read(set);
    const shown = { path: set.path, setId: set.id, tag, changes: file.changes };
    if (!body.write || file.changes.length === 0) return shown;
    const change = await editSet(parts, set, {
      ifMatch: body.tag,
      edit: (text) => acceptCases(text, file.cases, set.path),
    });
    return { ...shown, written: parts.sets.changed([change]) };
  },
});

/** Only what lies in the folder of agents is written by a browser. */
function setOf({ path, name }: Acceptance, parts: Pick<ServerParts, "agentsFolder">): SetFile {
  const inside = relative(parts.agentsFolder, path);
  if (inside.startsWith("..") || isAbsolute(inside)) {
    throw new UserFacingError(
      "run/not-acceptable",
      `${name} lies outside of the folder of agents.`,
      {
        hint: "Accept it in a terminal:  assay accept RUN CASE",
      },
    );
  }
  return { id: setId(inside), path: inside, file: setPath(inside, parts), agent: undefined };
}
