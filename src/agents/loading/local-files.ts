import { readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";

const FILE_LIMIT = 500;
const scanned = new Set([".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".py"]);
const endings = ["", ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx", ".json"];

/**
 * A file of code and the files it names by a path of its own: what it imports, and what it reads beside itself. Names are
 * looked for as text, so that no code has to run; packages are not followed.
 */
export function localFiles(entry: string): readonly string[] {
  const found = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined && found.size < FILE_LIMIT; file = open.pop()) {
    if (found.has(file) || !isFile(file)) continue;
    found.add(file);
    if (scanned.has(extname(file))) open.push(...namedIn(file));
  }
  return [...found].sort();
}

function namedIn(file: string): readonly string[] {
  const text = tryRead(file);
  const folder = dirname(file);
  if (extname(file) === ".py") return pythonModules(text, folder);
  const names = [...text.matchAll(/["'`](\.{1,2}\/[^"'`\n]+)["'`]/g)].map(([, name = ""]) => name);
  return names.flatMap((name) => resolved(join(folder, name)));
}

/** `./tools.js` may be written for `./tools.ts`, and `./tools` for a folder with an index. */
function resolved(path: string): readonly string[] {
  const bare = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const candidates = [path, bare, join(path, "index")].flatMap((each) =>
    endings.map((ending) => `${each}${ending}`),
  );
  const found = candidates.find(isFile);
  return found === undefined ? [] : [found];
}

function pythonModules(text: string, folder: string): readonly string[] {
  const names = [...text.matchAll(/^\s*(?:from|import)\s+\.*([\w.]+)/gm)].map(([, name = ""]) =>
    name.replaceAll(".", "/"),
  );
  return names.flatMap((name) => [
    resolve(folder, `${name}.py`),
    resolve(folder, name, "__init__.py"),
  ]);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function tryRead(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
