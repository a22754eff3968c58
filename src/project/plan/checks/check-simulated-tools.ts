import { UserFacingError } from "../../../core/errors.ts";
import { nearest } from "../../../core/text/nearest.ts";
import type { PlannedSet } from "../plan-cases.ts";

/**
 * Whether the tools that a config simulates are there. A misspelt one would run for real, so it is refused;
 * one that nobody has heard of is reported, since toolsets do not list all they have.
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

function noteOn(tool: string, near: string | undefined, agentReports: boolean): readonly string[] {
  if (near === undefined) {
    return agentReports ? [`The config simulates ${tool}, which the agent does not mention.`] : [];
  }
  if (agentReports) throw noSuchTool(tool, near);
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
