import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve, sep } from "node:path";

const FILE_LIMIT = 500;
const endings = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".json"];
const relativeImport = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;

/** Files outside an agent's folder that its code imports by a relative path, directly or through others. Sorted. */
export function importedFiles(entry: string, directory: string): readonly string[] {
  const isOutside = (file: string) => !file.startsWith(resolve(directory) + sep);
  return filesFrom(entry)
    .filter((file) => file !== entry && isOutside(file))
    .sort();
}

/** A file, and those that it imports by a relative path, directly or through others. */
export function filesFrom(entry: string): readonly string[] {
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined && seen.size < FILE_LIMIT; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (extname(file) !== ".json") open.push(...importsOf(file));
  }
  return [...seen];
}

function importsOf(file: string): readonly string[] {
  try {
    const source = readFileSync(file, "utf8");
    return [...source.matchAll(relativeImport)].flatMap(([, specifier = ""]) => {
      const found = fileAt(resolve(dirname(file), specifier));
      return found === undefined || found.includes(`${sep}node_modules${sep}`) ? [] : [found];
    });
  } catch {
    // whatever cannot be read cannot be loaded either, and that is reported elsewhere
    return [];
  }
}

/** As loaders look for it: as it is, with an ending, as TypeScript behind a JavaScript name, or as a folder's index. */
function fileAt(path: string): string | undefined {
  const candidates = [
    ...endings.map((ending) => `${path}${ending}`),
    path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2"),
    ...endings.slice(1).map((ending) => join(path, `index${ending}`)),
  ];
  return candidates.find((each) => existsSync(each) && statSync(each).isFile());
}
