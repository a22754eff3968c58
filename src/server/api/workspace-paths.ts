import { existsSync, lstatSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { Folders } from "./folders.ts";

/** The one way from what a request names to a path: inside the folder of agents, and there already. */
export function agentPath(name: string, parts: Folders): string {
  return within(name, parts, "agent/not-found", "agent");
}

/** The same for eval sets and configs. */
export function setPath(name: string, parts: Folders): string {
  return within(name, parts, "eval-set/not-found", "file");
}

/** The one file in which labels of people are kept; it need not be there yet. */
export function labelsPath(parts: Folders): string {
  return ownFile("labels.jsonl", parts);
}

/** The one file in which presets and views are kept; it need not be there yet. */
export function choicesPath(parts: Folders): string {
  return ownFile("assay.web.json", parts);
}

/** A link of that name may lead nowhere else. */
function ownFile(name: string, parts: Folders): string {
  const path = resolve(realpathSync(parts.agentsFolder), name);
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere ? within(name, parts, "eval-set/not-found", "file") : path;
}

function within(
  name: string,
  { agentsFolder }: Folders,
  code: "agent/not-found" | "eval-set/not-found",
  what: string,
): string {
  const refusal = new UserFacingError(code, `There is no ${what} ${JSON.stringify(name)} here.`, {
    hint: "Only what lies in the folder that the server was started for can be named.",
  });
  if (name.includes("\0") || isAbsolute(name) || name.length > 1024) throw refusal;
  const path = resolve(agentsFolder, name);
  if (!existsSync(path)) throw refusal;
  // links may lead anywhere
  const real = realpathSync(path);
  const root = realpathSync(agentsFolder);
  if (real !== root && !real.startsWith(root + sep)) throw refusal;
  return resolve(root, relative(root, real));
}
