import { readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type AgentFile, findAgentFile } from "../agents/find-agent-file.ts";
import { isUserFacingError, UserFacingError } from "../core/errors.ts";

/** How deep agents are looked for: `agents/support/agent.ts`, `packages/desk/src/agent.ts`. */
const DEPTH = 3;

/** Every agent at or below a place, the nearest first. Throws where there is none. */
export function findAgents(place: string, cwd: string): readonly AgentFile[] {
  const here = agentAt(place, cwd);
  if (here !== undefined) return [here];
  const found = below(resolve(cwd, place), DEPTH).flatMap((folder) => agentAt(folder, cwd) ?? []);
  if (found.length > 0) return found;
  const shown = relative(cwd, resolve(cwd, place)) || "this folder";
  throw new UserFacingError("agent/not-found", `There is no agent in ${shown} or below.`, {
    hint: "An agent is an agent.ts or agent.js that exports rootAgent; a function (text) => answer is the simplest.",
  });
}

function agentAt(place: string, cwd: string): AgentFile | undefined {
  try {
    const file = findAgentFile(place, cwd);
    // a folder's index or main may be anything; only a file that was named, or is called agent, is one
    const named = resolve(cwd, place) === file.path;
    return named || /[\\/]agent\.\w+$/.test(file.path) ? file : undefined;
  } catch (error) {
    if (isUserFacingError(error) && error.code === "agent/not-found") return undefined;
    throw error;
  }
}

function below(folder: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  const aside = /^(?:\.|node_modules$|dist$|build$|coverage$|tests?$)/;
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !aside.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
  return [...folders, ...folders.flatMap((each) => below(each, depth - 1))];
}
