import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Every `*.evalset.json` and `*.test.json` below a folder, in order, without `node_modules` and dot folders. At once,
 * without a promise: test runners want to know their tests while a file is being loaded.
 */
export function evalSetFilesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => byCodePoint(a.name, b.name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) {
      return isEvalSetName(entry.name) && (entry.isFile() || leadsToFile(path)) ? [path] : [];
    }
    const isAside = entry.name === "node_modules" || entry.name.startsWith(".");
    return isAside ? [] : evalSetFilesIn(path);
  });
}

/** A link to a file is one; a link to a folder is not followed. */
function leadsToFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

function isEvalSetName(name: string): boolean {
  return name.endsWith(".evalset.json") || name.endsWith(".test.json");
}

/** UTF-8 bytes sort as code points do; JavaScript's own order does not beyond the first plane. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
