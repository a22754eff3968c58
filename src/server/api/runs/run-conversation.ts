import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { joinCase } from "../../../core/folds/case-result.ts";
import type { CallEndEvent, CaseResult } from "../../../core/run.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { readConversations } from "../../../project/history/read-conversations.ts";
import { route } from "../route.ts";

export const runConversation = route({
  summary:
    "One conversation of a run, whole: what was said and done, what was expected, every metric with its evidence.",
  query: z.object({
    set: z.string(),
    case: z.string(),
    trial: z.coerce.number().int().min(0).default(0),
  }),
  reply: z.object({
    result: z.custom<CaseResult>(),
    /** Model calls of ours for it: judges, simulated users and tools. */
    calls: z.array(z.custom<CallEndEvent>()).readonly(),
    trials: z.number(),
  }),
  async handle({ params, query, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { matrix, summary } = await parts.views.open(runId);
    const row = matrix.rows.find(
      (each) => each.evalSetId === query.set && each.evalId === query.case,
    );
    const at = row === undefined ? [] : [row.index];
    for await (const each of readConversations(parts.runs, runId, at)) {
      const { start, turns, end, calls, trial, isBroken } = each;
      if (trial !== query.trial || end === undefined || isBroken) continue;
      if (each.evalSetId !== query.set || each.evalId !== query.case) continue;
      const result = joinCase({ start, turns }, end);
      if (result === undefined) continue;
      setTag(`${runId}-${end.at}`);
      return { result, calls, trials: summary.about.trials };
    }
    throw new UserFacingError(
      "eval-set/unknown-case",
      `Run ${runId} has no finished conversation of ${query.case}, trial ${query.trial + 1}.`,
      { hint: row === undefined ? "It may belong to another run." : "It has not ended yet." },
    );
  },
});
