import { z } from "zod";
import type { CallEndEvent, CaseResult } from "../../../core/run.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { route } from "../route.ts";
import { findConversation } from "./find-conversation.ts";

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
    const { result, calls, summary, tag } = await findConversation(runId, query, parts);
    setTag(tag);
    return { result, calls, trials: summary.about.trials };
  },
});
