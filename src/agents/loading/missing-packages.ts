import { existsSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, extname, join } from "node:path";
import { filesFrom } from "./imported-files.ts";

/** A package that an agent's code cannot begin without, and that is nowhere to be found. */
export interface MissingPackage {
  readonly name: string;
  /** The name of the file that imports it. */
  readonly importedBy: string;
}

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
/** Imports that are made whenever the file is loaded; those of types alone are not. */
const imports =
  /^\s*(?:import|export)\b(?!\s*\(|\s+type\b)[\w\s{},*$]*?["']([^"'\n]+)["']|^(?:const|let|var)\s[^=\n]+=\s*require\(\s*["']([^"'\n]+)["']/gm;
const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?=\/|$)/i;

/** What a file imports and is not installed, as far as its text tells: nothing is loaded. */
export function missingPackages(entry: string): readonly MissingPackage[] {
  const found = new Map<string, MissingPackage>();
  for (const file of filesFrom(entry)) {
    if (extname(file) === ".json") continue;
    for (const name of packagesIn(file)) {
      if (found.has(name) || isThere(name, file)) continue;
      found.set(name, { name, importedBy: basename(file) });
    }
  }
  return [...found.values()];
}

function packagesIn(file: string): readonly string[] {
  const source = textOf(file)?.replace(comments, "") ?? "";
  return [...source.matchAll(imports)].flatMap(([, imported, required]) => {
    const specifier = imported ?? required ?? "";
    if (specifier.includes(":") || isBuiltin(specifier)) return [];
    return packageName.exec(specifier)?.[0] ?? [];
  });
}

/** Where Node would look; what a package calls itself, an alias of TypeScript, and Plug'n'Play count as there. */
function isThere(name: string, file: string): boolean {
  const folders = createRequire(file).resolve.paths(name) ?? [];
  if (folders.some((folder) => existsSync(join(folder, name)))) return true;
  return folders.map(dirname).some((folder) => {
    if (existsSync(join(folder, ".pnp.cjs"))) return true;
    if (textOf(join(folder, "tsconfig.json"))?.includes(`"${name.split("/", 1)[0]}`)) return true;
    return nameOf(join(folder, "package.json")) === name;
  });
}

function nameOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8")).name;
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
