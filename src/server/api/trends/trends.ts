import { relative } from "node:path";
import { z } from "zod";
import type { Trend } from "../../../analysis/trends/trend.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { readTrend } from "../../../project/history/read-trend.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { findSets } from "../sets/set-files.ts";

export const trends = route({
  summary: "How the runs of an eval set went, as `assay trends --reporter json` has it.",
  query: z.object({
    /** An eval set by its id or file, or by the `id` that `GET /sets` gives its file; that of the newest run unless given. */
    set: z.string().optional(),
    /** The one that ran the set last unless given. */
    agent: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(50),
  }),
  reply: z.object({
    trend: z.custom<Trend>(),
    /** How each of its runs is called, in their order. */
    names: z.array(z.string()).readonly(),
  }),
  async handle({ query: { set, agent, limit }, parts, setTag }) {
    const position = await parts.runs.position();
    const { cwd } = parts;
    const meant = (await listedSet(set, parts)) ?? { evalSet: set };
    const trend = await readTrend(parts.runs, { ...meant, agent, limit, cwd });
    const listed = await parts.runs.list();
    const all = listed.map(({ runId }) => runId);
    const given = new Map(listed.map(({ runId, name }) => [runId, name]));
    setTag(`${position}`);
    return {
      trend,
      names: trend.runs.map(({ runId }) => given.get(runId) ?? shortId(runId, all)),
    };
  },
});

/** The set of the list that an address calls so: the runs of its file, and not those of others with its id. */
async function listedSet(id: string | undefined, parts: ServerParts) {
  const set = findSets(parts).sets.find((each) => each.id === id);
  if (set === undefined) return undefined;
  const { header } = await parts.sets.read(set);
  return { evalSet: header.evalSetId ?? "", file: relative(parts.cwd, set.file) };
}
