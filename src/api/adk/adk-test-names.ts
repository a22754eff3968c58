import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { evalSetFilesIn } from "../../project/eval-sets/eval-set-files.ts";
import type { AgentInput } from "../evaluate.ts";

/** ADK names agents as Python does: `agents.weather` or `agents.weather.agent`. */
export function moduleTarget(agentModule: AgentInput, cwd: string): AgentInput {
  if (typeof agentModule !== "string" || existsSync(resolve(cwd, agentModule))) return agentModule;
  if (!/^[\w-]+(\.[\w-]+)+$/.test(agentModule)) return agentModule;
  const folder = agentModule.replace(/\.agent$/, "").replaceAll(".", "/");
  return existsSync(resolve(cwd, folder)) ? folder : agentModule;
}

/** A file stands for itself, a folder for every test file below it. */
export async function testFiles(path: string, cwd: string): Promise<readonly string[]> {
  const whole = resolve(cwd, path);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new UserFacingError("eval-set/not-found", `There is no eval set ${path}.`, {
      hint: `Paths begin in ${cwd}.`,
    });
  }
  if (!found.isDirectory()) return [whole];
  const files = evalSetFilesIn(whole).filter((file) => file.endsWith(".test.json"));
  if (files.length > 0) return files;
  throw new UserFacingError("eval-set/not-found", `${path} contains no *.test.json file.`, {
    hint: "Name the file itself, or rename it so that it ends in .test.json.",
  });
}
