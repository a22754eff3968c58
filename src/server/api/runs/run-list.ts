import { z } from "zod";
import { listRuns } from "../../../project/history/list-runs.ts";
import { route } from "../route.ts";
import { matchingRuns } from "./matching-runs.ts";

const counts = z.object({
  cases: z.number(),
  passed: z.number(),
  failed: z.number(),
  notEvaluated: z.number(),
  notRun: z.number(),
});

const runOverview = z.object({
  runId: z.string(),
  shortId: z.string(),
  name: z.string().optional(),
  kept: z.boolean().optional(),
  kind: z.string(),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  state: z.enum(["ended", "interrupted", "stopped-early", "running", "unfinished", "damaged"]),
  agent: z.string(),
  sets: z.array(z.string()).readonly(),
  metrics: z.array(z.string()).readonly(),
  trials: z.number(),
  totals: counts,
  isDecided: z.boolean().optional(),
});

const pageQuery = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  agent: z.string().optional(),
  set: z.string().optional(),
  /** In the language of filters: `status:failed agent:shop metric.tool_trajectory<0.8`. */
  filter: z.string().max(2000).optional(),
});

export const runList = route({
  summary: "Runs, the newest first, with how they ended and the metrics that were used.",
  query: pageQuery,
  reply: z.object({ runs: z.array(runOverview).readonly(), count: z.number() }),
  async handle({ query: { filter, ...query }, parts }) {
    const only = filter === undefined ? undefined : await matchingRuns(filter, parts);
    return await listRuns(parts.runs, { ...query, only });
  },
});
