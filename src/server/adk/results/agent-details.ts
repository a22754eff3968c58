import type { AgentFacts } from "../../../agents/loading/agent-facts.ts";
import { findAgentFile } from "../../../agents/loading/find-agent-file.ts";
import { importedFiles } from "../../../agents/loading/imported-files.ts";
import { hashFiles, sourceFiles } from "../../../agents/loading/source-files.ts";
import type { AgentDetails, AppDetails } from "../../../core/invocation.ts";
import type { RunInfo } from "../../../core/run-info.ts";
import type { WorkspaceAgent } from "../../agents/workspace-agents.ts";
import type { ServerParts } from "../../api/server-parts.ts";

/** What the agents of a run are told and may use, as long as their code is what the run had. */
export async function agentDetails(
  app: WorkspaceAgent,
  { agent }: RunInfo,
  { processes, cwd }: ServerParts,
): Promise<AppDetails["agentDetails"]> {
  try {
    const { path, directory } = findAgentFile(app.folder, cwd);
    const files = [...sourceFiles(directory), ...importedFiles(path, directory)];
    if (hashFiles(directory, files) !== agent.hash) return {};
    const details: Record<string, AgentDetails> = {};
    const { name, facts } = await processes.describe(app.folder);
    collect(facts, facts.name ?? name, details);
    return details;
  } catch {
    // an agent that does not load says nothing
    return {};
  }
}

function collect(
  facts: AgentFacts,
  name: string | undefined,
  into: Record<string, AgentDetails>,
): void {
  if (name !== undefined && !(name in into)) {
    const { instructions = "", tools } = facts;
    const toolDeclarations = tools.length === 0 ? [] : [{ functionDeclarations: tools }];
    into[name] = { name, instructions, toolDeclarations };
  }
  for (const each of facts.agents) collect(each, each.name, into);
}
