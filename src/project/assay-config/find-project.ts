import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The names of a project config, in the order in which they are looked for in a folder. */
const projectNames = ["ts", "mts", "cts", "js", "mjs", "cjs", "json"].map(
  (ending) => `assay.config.${ending}`,
);

/** The project config in this folder or the nearest one above it. Looks, and reads nothing: most projects have none. */
export function findProject(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = projectNames.map((name) => join(folder, name)).find(isFile);
    if (found !== undefined || dirname(folder) === folder) return found;
  }
}

/** Other project configs of its folder, which are not read; what was compiled of it is none. */
export function passedOver(path: string): readonly string[] {
  const compiled = basename(path).replace(/ts$/, "js");
  return projectNames.filter(
    (name) => name !== basename(path) && name !== compiled && isFile(join(dirname(path), name)),
  );
}

export function isProjectFile(path: string): boolean {
  return projectNames.includes(basename(path));
}

/** An agent that stands in a project config itself, as runs keep it: `assay.config.ts#desk`. */
export function inlineAgentPath(file: string, name: string): string {
  return `${file}#${name}`;
}

/** The file and the name of such an agent; undefined for any other path. */
export function parseInlineAgent(
  target: string,
): { readonly file: string; readonly name: string } | undefined {
  const [, file = "", name = ""] = /^(.+)#([\w.-]+)$/.exec(target) ?? [];
  return isProjectFile(file) ? { file, name } : undefined;
}

/** Also a link that leads nowhere: one that cannot be read is reported, and does not count as none. */
function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false;
  }
}
