import { z } from "zod";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { type AskedPrompt, askedPrompts } from "../../../project/judge-prompts/asked-prompts.ts";
import { route } from "../route.ts";
import { findConversation } from "../runs/find-conversation.ts";

export const judgePrompts = route({
  summary: "What a judge was asked about a conversation, in words. No model is asked for it.",
  query: z.object({
    set: z.string().default(""),
    case: z.string(),
    trial: z.coerce.number().int().min(0).default(0),
    metric: z.string(),
  }),
  reply: z.object({ prompts: z.array(z.custom<AskedPrompt>()).readonly() }),
  async handle({ params, query, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { result, calls, summary, tag } = await findConversation(runId, query, parts);
    setTag(tag);
    const { metric } = query;
    return { prompts: await askedPrompts({ about: summary.about, result, calls, metric }) };
  },
});
