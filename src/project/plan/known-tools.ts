import { isAgentFactory } from "../../agents/agent-factory.ts";
import { type AgentFacts, agentFacts } from "../../agents/loading/agent-facts.ts";
import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { PlannedSet } from "./plan-cases.ts";
import type { ResolvedAgent } from "./resolve-agent.ts";

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

/**
 * Whether the tools that a config simulates are there. A misspelt one would run for real, so it is refused;
 * one that nobody has heard of is reported, since toolsets do not list all their tools.
 */
export function checkSimulatedTools(
  { environmentSimulation, source }: Pick<PlannedSet, "environmentSimulation" | "source">,
  tools: ReadonlySet<string> | undefined,
): readonly string[] {
  const simulated = (environmentSimulation?.toolSimulationConfigs ?? []).map(
    (each) => each.toolName,
  );
  if (simulated.length === 0) return [];
  const known = tools ?? source.mentions().tools;
  if (known.size === 0) return [];
  const others = [...known].filter((each) => !simulated.includes(each));
  return simulated
    .filter((tool) => !known.has(tool))
    .flatMap((tool) => noteOn(tool, nearest(tool, others), tools !== undefined));
}

function noteOn(tool: string, near: string | undefined, agentTells: boolean): readonly string[] {
  if (near === undefined) {
    return agentTells ? [`The config simulates ${tool}, which the agent does not mention.`] : [];
  }
  if (agentTells) throw noSuchTool(tool, near);
  return [`The config simulates ${tool}, which no case expects. Did you mean ${near}?`];
}

function noSuchTool(tool: string, near: string): UserFacingError {
  return new UserFacingError(
    "config/invalid",
    `environment_simulation names the tool "${tool}", which the agent does not have.`,
    {
      hint: `Did you mean "${near}"? No tool was called.`,
      place: { path: "environment_simulation.tool_simulation_configs" },
    },
  );
}
