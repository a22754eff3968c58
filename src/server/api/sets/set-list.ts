import { statSync } from "node:fs";
import { z } from "zod";
import { isUserFacingError } from "../../../core/errors.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { findSets, type SetFile } from "./set-files.ts";
import { problem } from "./set-shapes.ts";

const overview = z.object({
  id: z.string(),
  /** The id that the file gives itself; empty where it cannot be read. */
  evalSetId: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  path: z.string(),
  agent: z.string().optional(),
  cases: z.number(),
  turns: z.number(),
  tags: z.array(z.string()).readonly(),
  problems: z.number(),
  /** The first of them. */
  problem: problem.optional(),
  oldFormat: z.boolean(),
  changedAt: z.string(),
});

type Overview = z.output<typeof overview>;

export const setList = route({
  summary:
    "Every eval set of the folder of agents, also one that has mistakes, and the agents that can have one.",
  reply: z.object({
    sets: z.array(overview).readonly(),
    agents: z.array(z.string()).readonly(),
  }),
  async handle({ parts }) {
    const { sets, agents } = findSets(parts);
    const overviews: Overview[] = [];
    for (const set of sets) {
      const found = await overviewOf(set, parts);
      if (found !== undefined) overviews.push(found);
    }
    return { sets: overviews, agents };
  },
});

async function overviewOf(set: SetFile, parts: ServerParts): Promise<Overview | undefined> {
  const { id, path, agent, file } = set;
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtime.toISOString();
  // it was deleted a moment ago
  if (changedAt === undefined) return undefined;
  const whole = await parts.sets.read(set).catch((error: unknown) => {
    if (!isUserFacingError(error)) throw error;
    return error;
  });
  const place = { id, path, agent, changedAt };
  if ("code" in whole) {
    const { message, hint } = whole;
    const none = { evalSetId: "", cases: 0, turns: 0, tags: [], oldFormat: false };
    return { ...place, ...none, problems: 1, problem: { message, hint } };
  }
  const { header, cases, problems, oldFormat } = whole;
  const turns = cases.reduce((sum, { evalCase }) => sum + (evalCase?.conversation?.length ?? 0), 0);
  const tags = new Set(cases.flatMap(({ evalCase }) => evalCase?.assay?.tags ?? []));
  return {
    ...place,
    evalSetId: header.evalSetId ?? "",
    name: header.name,
    description: header.description,
    cases: cases.length,
    turns,
    tags: [...tags].slice(0, 20),
    problems: problems.length,
    problem: problems[0],
    oldFormat,
  };
}
