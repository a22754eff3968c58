import { basename, dirname } from "node:path";
import { isUserFacingError } from "../../core/errors.ts";
import { findAgent } from "../agents/find-agent.ts";
import type { WorkspaceAgent } from "../agents/workspace-agents.ts";
import type { ServerParts } from "../api/server-parts.ts";
import { AdkRefusal } from "./adk-route.ts";

/** The agent that a client calls an app; undefined where there is none. */
export function appOf(name: string, { agentsFolder }: ServerParts): WorkspaceAgent | undefined {
  try {
    const agent = findAgent(agentsFolder, name);
    return agent.name === name ? agent : undefined;
  } catch (error) {
    if (isUserFacingError(error)) return undefined;
    throw error;
  }
}

export function needApp(name: string, parts: ServerParts): WorkspaceAgent {
  const app = appOf(name, parts);
  if (app !== undefined) return app;
  throw new AdkRefusal(404, `There is no app ${JSON.stringify(name)} here.`);
}

/** Where its eval sets are kept. */
export function placeOf({ folder }: WorkspaceAgent): { agentsDir: string; appName: string } {
  return { agentsDir: dirname(folder), appName: basename(folder) };
}
