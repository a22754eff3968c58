import { basename, relative, sep } from "node:path";
import { agentFolders } from "../../agents/loading/find-agent-file.ts";

/** An agent that lies in the folder that the server was started for. */
export interface WorkspaceAgent {
  /** As clients made for ADK call it: its folders, with dots between them. */
  readonly name: string;
  /** From the folder of agents on, with slashes; `.` where that is the agent's own. */
  readonly path: string;
  /** On disk. */
  readonly folder: string;
}

/** Every folder with an agent in it. Nothing of it is loaded. */
export function workspaceAgents(agentsFolder: string): readonly WorkspaceAgent[] {
  return agentFolders(agentsFolder).map((folder) => {
    const path = relative(agentsFolder, folder).split(sep).join("/");
    if (path === "") return { name: basename(agentsFolder), path: ".", folder };
    return { name: path.replaceAll("/", "."), path, folder };
  });
}
