import type { AdapterContext, Agent, AgentAdapter } from "../core/agent.ts";
import { UserFacingError } from "../core/errors.ts";
import { shown } from "../core/schema/schema.ts";
import { adkAdapter } from "./adk/adk-agent.ts";
import { agentObjectAdapter, factoryAgent, isAgentFactory } from "./agent-factory.ts";
import { aiSdkAdapter } from "./ai-sdk/ai-sdk-agent.ts";
import { commandAdapter } from "./command-agent.ts";
import { functionAdapter } from "./function-agent.ts";

/** Tried in order; the first that recognises a target wins. A new kind of agent is one file and one line here. */
export const adapters: readonly AgentAdapter[] = [
  adkAdapter,
  agentObjectAdapter,
  aiSdkAdapter,
  commandAdapter,
  functionAdapter,
];

/** Makes an agent of whatever a user exports. */
export async function wrapAgent(target: unknown, context: AdapterContext): Promise<Agent> {
  if (isAgentFactory(target)) {
    return factoryAgent(target, context.name, (made) => wrapAgent(made, context));
  }
  for (const adapter of adapters) {
    const agent = await adapter.wrap(target, context);
    if (agent !== undefined) return agent;
  }
  throw new UserFacingError(
    "agent/invalid",
    `The agent ${context.name} is ${shown(target)}, which is no kind of agent that Assay knows.`,
    {
      hint: `Known kinds: ${adapters.map((adapter) => adapter.name).join(", ")}. A function (text) => answer is the simplest.`,
    },
  );
}
