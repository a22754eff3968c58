import { z } from "zod";
import { route } from "../../api/route.ts";
import { needTeam } from "./need-team.ts";

const outcome = z.enum(["done", "failed", "refused"]);

export const auditList = route({
  summary: "Who did what, and who was refused, the newest first.",
  query: z.object({
    before: z.coerce.number().int().positive().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    who: z.string().optional(),
    action: z.string().optional(),
    outcome: outcome.optional(),
  }),
  reply: z.object({
    entries: z.array(
      z.object({
        ...{ seq: z.number(), at: z.number(), who: z.string(), by: z.string() },
        ...{ action: z.string(), target: z.string(), outcome, address: z.string() },
        note: z.string(),
      }),
    ),
  }),
  async handle({ parts, query }) {
    const { audit, store } = needTeam(parts);
    await audit.flush();
    return { entries: [...(await store.audit(query))] };
  },
});
