import { basename } from "node:path";
import { z } from "zod";
import type { AgentOverview, RecentRun } from "../../../analysis/overview/overview.ts";
import { UserFacingError } from "../../../core/errors.ts";
import { readAgent } from "../../../project/overview/read-overview.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { findSets } from "../sets/set-files.ts";

export interface AgentDetail {
  readonly agent: string;
  /** From the folder that is served; undefined where it is not there. */
  readonly folder?: string | undefined;
  /** Ids and paths of the eval sets in its folder. */
  readonly sets: readonly { readonly id: string; readonly path: string }[];
  /** Undefined where it never ran. */
  readonly overview?: AgentOverview | undefined;
  readonly runs: readonly RecentRun[];
}

export const agentDetail = route({
  summary: "One agent, by its name or its folder: its eval sets, how it stands, its last runs.",
  reply: z.custom<AgentDetail>(),
  async handle({ params, parts }) {
    const { agent: asked = "" } = params;
    const { agents, sets } = findSets(parts);
    const folder =
      agents.find((each) => each === asked) ?? agents.find((each) => nameOf(each, parts) === asked);
    const agent = folder === undefined ? asked : nameOf(folder, parts);
    const { runs: store, figures, baselines } = parts;
    const known = await readAgent({ store, figures, baselines }, agent);
    if (folder === undefined && known === undefined) throw unknownAgent(asked);
    const own = sets.filter((set) => set.agent === folder);
    return {
      agent,
      folder,
      sets: folder === undefined ? [] : own.map(({ id, path }) => ({ id, path })),
      overview: known?.overview,
      runs: known?.runs ?? [],
    };
  },
});

/** What its runs are called by. */
function nameOf(folder: string, { agentsFolder }: ServerParts): string {
  return basename(folder === "." ? agentsFolder : folder);
}

function unknownAgent(agent: string): UserFacingError {
  return new UserFacingError(
    "agent/not-found",
    `There is no agent ${JSON.stringify(agent)} here.`,
    {
      hint: "Neither a folder nor a run has that name. The list of agents has those that there are.",
    },
  );
}
