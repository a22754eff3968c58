import { findAgentFile } from "../../agents/loading/find-agent-file.ts";
import { missingPackages } from "../../agents/loading/missing-packages.ts";
import { isUserFacingError } from "../../core/errors.ts";
import type { AgentProblem } from "./launch-plan.ts";

/** What keeps an agent from being loaded, as far as its files tell. None of its code is run for it. */
export function agentProblems(agent: string, folder: string): readonly AgentProblem[] {
  try {
    const { path } = findAgentFile(agent, folder);
    return missingPackages(path).map(({ name, importedBy }) => ({
      agent,
      message: `${importedBy} imports the package "${name}", which is not installed.`,
      hint: `npm install ${name}`,
    }));
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return [{ agent, message: error.message, hint: error.hint }];
  }
}
