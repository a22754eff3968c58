import { z } from "zod";
import type { AgentDetail } from "../../../core/chats/chat.ts";
import { isUserFacingError } from "../../../core/errors.ts";
import { findAgent } from "../../agents/find-agent.ts";
import { route } from "../route.ts";
import { agentOverview } from "./agent-list.ts";

export const agentDetail = route({
  summary:
    "One agent, loaded in a process of its own: whether it loads, and what it says of itself.",
  reply: z.custom<AgentDetail>(),
  async handle({ params, parts }) {
    const agent = findAgent(parts.agentsFolder, params.agent ?? "");
    try {
      const { facts } = await parts.processes.describe(agent.folder);
      return { ...agentOverview(agent, parts), facts };
    } catch (error) {
      if (!isUserFacingError(error)) throw error;
      return agentOverview(agent, parts);
    }
  },
});
