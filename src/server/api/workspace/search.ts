import { z } from "zod";
import type { RunListing } from "../../../core/run-store.ts";
import { shortId } from "../../../core/text/short-id.ts";
import { isRun } from "../../../project/history/list-runs.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

const MOST = 8;
/** Sets whose cases are looked through, by their newest runs. */
const MOST_SETS = 20;

const found = z.object({
  agents: z.array(z.string()).readonly(),
  sets: z.array(z.string()).readonly(),
  runs: z
    .array(
      z.object({
        runId: z.string(),
        shortId: z.string(),
        name: z.string().optional(),
        agent: z.string(),
        sets: z.array(z.string()).readonly(),
        startedAt: z.string(),
      }),
    )
    .readonly(),
  /** Each with the newest run that has it. */
  cases: z
    .array(z.object({ runId: z.string(), evalSetId: z.string(), evalId: z.string() }))
    .readonly(),
});

export const search = route({
  summary: "Agents, eval sets, runs and cases with some words in their names.",
  query: z.object({ text: z.string().max(200).default("") }),
  reply: found,
  async handle({ query, parts }) {
    const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
    const isMeant = (...names: readonly (string | undefined)[]) => {
      const text = names.join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const all = (await parts.runs.list()).filter(isRun);
    const ids = all.map(({ runId }) => runId);
    const runs = all.filter(({ runId, name, agent, sets }) => isMeant(runId, name, agent, ...sets));
    return {
      agents: distinct(all.map(({ agent }) => agent)).filter((agent) => isMeant(agent)),
      sets: distinct(all.flatMap(({ sets }) => sets)).filter((set) => isMeant(set)),
      runs: runs.slice(0, MOST).map(({ runId, name, agent, sets, startedAt }) => {
        return { runId, shortId: shortId(runId, ids), name, agent, sets, startedAt };
      }),
      cases: words.length === 0 ? [] : await casesOf(all, parts, isMeant),
    };
  },
});

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== "");
}

async function casesOf(
  runs: readonly RunListing[],
  parts: ServerParts,
  isMeant: (name: string) => boolean,
): Promise<z.output<typeof found>["cases"]> {
  const seen = new Set<string>();
  const cases = new Map<string, z.output<typeof found>["cases"][number]>();
  for (const { runId, sets } of runs) {
    if (seen.size > MOST_SETS || cases.size >= MOST) break;
    if (sets.every((set) => seen.has(set))) continue;
    for (const set of sets) seen.add(set);
    for (const { evalSetId, evalId } of await parts.runs.endedCases(runId)) {
      const key = `${evalSetId}\n${evalId}`;
      if (isMeant(evalId) && !cases.has(key)) cases.set(key, { runId, evalSetId, evalId });
    }
  }
  return [...cases.values()].slice(0, MOST);
}
