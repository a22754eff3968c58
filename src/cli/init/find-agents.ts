import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type AgentFile, findAgentFile } from "../../agents/loading/find-agent-file.ts";
import { folderEntries } from "../../agents/loading/folder-entries.ts";
import { type ErrorCode, isUserFacingError, UserFacingError } from "../../core/errors.ts";

/** How deep agents are looked for: `agents/support/agent.ts`, `packages/desk/src/agent.ts`. */
const DEPTH = 3;
/** A whole disk is no project; it is looked at for so long and no longer. */
const MOST_FOLDERS = 2_000;

/** Every agent at or below a place, the nearest first. Throws where there is none. */
export function findAgents(place: string, cwd: string): readonly AgentFile[] {
  // what is not there is reported as it is to those who evaluate, with the nearest name
  if (!existsSync(resolve(cwd, place))) return [findAgentFile(place, cwd)];
  const here = agentAt(place, cwd, ["agent/not-found"]);
  if (here !== undefined) return [here];
  const folders = below(resolve(cwd, place), DEPTH);
  const found = folders.flatMap(
    // an agent in another language below must not hide those that can be evaluated
    (folder) => agentAt(folder, cwd, ["agent/not-found", "agent/invalid"]) ?? [],
  );
  if (found.length > 0) return found;
  // with no other agent about, one in another language is the one that was meant, and is told how to go on
  for (const folder of folders) agentAt(folder, cwd, ["agent/not-found"]);
  const shown = relative(cwd, resolve(cwd, place)) || "this folder";
  throw new UserFacingError(
    "agent/not-found",
    `There is no agent in ${shown} or up to ${DEPTH} folders below.`,
    {
      hint: "An agent is an agent.ts or agent.js that exports rootAgent; a function (text) => answer is the simplest. One that lies elsewhere can be named.",
    },
  );
}

function agentAt(
  place: string,
  cwd: string,
  passedOver: readonly ErrorCode[],
): AgentFile | undefined {
  try {
    const file = findAgentFile(place, cwd);
    // a folder's index or main may be anything; only a file that was named, or is called agent, is one
    const named = resolve(cwd, place) === file.path;
    return named || /[\\/]agent\.\w+$/.test(file.path) ? file : undefined;
  } catch (error) {
    if (isUserFacingError(error) && passedOver.includes(error.code)) return undefined;
    throw error;
  }
}

function below(folder: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  const aside = /^(?:\.|node_modules$|dist$|build$|coverage$|tests?$)/;
  const folders = folderEntries(folder)
    .filter((entry) => entry.isDirectory() && !aside.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
  const found = [...folders];
  for (const each of folders) {
    if (found.length > MOST_FOLDERS) break;
    found.push(...below(each, depth - 1));
  }
  return found;
}
