import { z } from "zod";
import type { AgentOverview } from "../../../core/chats/chat.ts";
import { isUserFacingError } from "../../../core/errors.ts";
import type { HostedAgent } from "../../../project/chats/host-messages.ts";
import { type WorkspaceAgent, workspaceAgents } from "../../agents/workspace-agents.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";

export const agentList = route({
  summary: "Every agent of the workspace. None is loaded for it.",
  reply: z.object({ agents: z.array(z.custom<AgentOverview>()).readonly() }),
  handle: async ({ parts }) => ({
    agents: workspaceAgents(parts.agentsFolder).map((each) => agentOverview(each, parts)),
  }),
});

export function agentOverview(agent: WorkspaceAgent, { processes }: ServerParts): AgentOverview {
  const { name, path } = agent;
  const known = processes.known(agent.folder);
  if (known === undefined) return { name, path, state: "unknown" };
  if (!isUserFacingError(known)) return { name, path, state: "ready", ...described(known) };
  const { code, message, hint, printed } = known;
  return { name, path, state: "broken", problem: { code, message, hint, printed } };
}

function described({ framework, facts }: HostedAgent): Partial<AgentOverview> {
  return { framework, description: facts.description };
}
