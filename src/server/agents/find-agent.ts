import { relative, resolve, sep } from "node:path";
import type { Chat } from "../../core/chats/chat-fold.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { type WorkspaceAgent, workspaceAgents } from "./workspace-agents.ts";

/** The agent of the workspace that is called so, by its path or its name: it is looked up, and no path is made of it. */
export function findAgent(agentsFolder: string, named: string): WorkspaceAgent {
  const agents = workspaceAgents(agentsFolder);
  const path = named.replace(/\/+$/, "");
  const found =
    agents.find((each) => each.path === path) ?? agents.find(({ name }) => name === path);
  if (found !== undefined) return found;
  throw new UserFacingError("agent/not-found", `There is no agent ${JSON.stringify(named)} here.`, {
    hint: "Only agents in the folder that the server was started for can be named.",
  });
}

/** Where the agent of a chat lies, from the folder of agents on; undefined where it is none of them. */
export function agentPathOf(
  { agent, cwd = "." }: RunInfo,
  agentsFolder: string,
): string | undefined {
  const path = relative(agentsFolder, resolve(cwd, agent.path ?? "."));
  if (path.startsWith("..") || resolve(path) === path) return undefined;
  return path === "" ? "." : path.split(sep).join("/");
}

/** The folder of a chat's agent. */
export function agentFolderOf({ about }: Chat, agentsFolder: string): string {
  return findAgent(agentsFolder, agentPathOf(about, agentsFolder) ?? about.agent.name).folder;
}
