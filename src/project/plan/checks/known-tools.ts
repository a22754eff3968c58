import { isAgentFactory } from "../../../agents/agent-factory.ts";
import { type AgentFacts, agentFacts } from "../../../agents/loading/agent-facts.ts";
import type { ResolvedAgent } from "../resolve-agent.ts";

/** The tools that an agent lists, with those of its sub-agents; undefined when it lists none. */
export function toolsOf({
  exported,
}: Pick<ResolvedAgent, "exported">): ReadonlySet<string> | undefined {
  // what a factory makes is not known before it is asked
  if (exported === undefined || isAgentFactory(exported)) return undefined;
  const names = new Set<string>();
  const visit = ({ tools, agents }: AgentFacts): void => {
    for (const { name } of tools) names.add(name);
    for (const agent of agents) visit(agent);
  };
  visit(agentFacts(exported));
  return names.size === 0 ? undefined : names;
}
