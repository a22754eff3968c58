import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { type EvalSetFolder, evalSetFolder } from "../../eval-sets/eval-set-folder.ts";

export interface AgentFolder {
  readonly appName: string;
  readonly sets: EvalSetFolder;
}

/** The eval sets of the agent whose folder was named. */
export async function openAgentFolder(typed: string, cwd: string): Promise<AgentFolder> {
  const path = resolve(cwd, typed);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    const what = found === undefined ? `There is no folder ${typed}.` : `${typed} is not a folder.`;
    throw new UserFacingError("agent/not-found", what, {
      hint: "Name the agent's folder; its eval sets are kept there.",
    });
  }
  const appName = basename(path);
  const now = () => Date.now() / 1000;
  return { appName, sets: evalSetFolder({ agentsDir: dirname(path), appName, now }) };
}
