// What the compiler makes of the source is more than what a program that imports the package can reach: the rest is in the
// bundles of the command and of the pages. Files that no entry leads to are not shipped.
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Removes from `folder`, which was built of the package in `root`, what is reached from none of its entries. */
export function dropUnreachable(root, folder, bundles) {
  const { exports: entries } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const built = Object.values(entries)
    .flatMap((entry) => (typeof entry === "string" ? [] : Object.values(entry)))
    .map((file) => join(folder, file.replace(/^\.\/dist\//, "")));
  const kept = new Set();
  for (const file of built) {
    if (!existsSync(file)) throw new Error(`${file} is an entry, and was not built`);
    keep(file, kept);
  }
  for (const name of readdirSync(folder)) {
    if (!bundles.includes(name)) dropBut(kept, join(folder, name));
  }
}

/** Any text that names a file is taken for an import, so that threads and types in comments count as well. */
function keep(file, kept) {
  if (kept.has(file)) return;
  kept.add(file);
  const ending = file.endsWith(".d.ts") ? ".d.ts" : ".js";
  for (const [, path] of readFileSync(file, "utf8").matchAll(/["'`](\.{1,2}\/[^"'`\s]+)["'`]/g)) {
    const found = resolve(dirname(file), path.replace(/\.[jt]s$/, ending));
    if (found.endsWith(ending) && existsSync(found)) keep(found, kept);
  }
}

/** Without the folders that are empty then. */
function dropBut(kept, path) {
  if (path.endsWith(".js") || path.endsWith(".ts")) {
    if (!kept.has(path)) rmSync(path);
    return;
  }
  const inside = readdirSync(path, { withFileTypes: true });
  for (const each of inside) {
    if (each.isDirectory() || /\.[jt]s$/.test(each.name)) dropBut(kept, join(path, each.name));
  }
  if (readdirSync(path).length === 0) rmdirSync(path);
}
