import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** The folder that `npm publish` would pack, built from the source as it is now and away from dist, which others are running. */
export function stagePackage(folder: string): void {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    files: readonly string[];
  };
  for (const name of [...files, "package.json", "README.md"]) {
    if (name === "dist" || name.startsWith("!")) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isOurs });
  }
  const build = join(root, "scripts/build.mjs");
  execFileSync(process.execPath, [build, "--out", join(folder, "dist")], { stdio: "inherit" });
}

/** What an example leaves behind when it was run. */
function isOurs(path: string): boolean {
  return !/[\\/](?:node_modules|\.assay|\.adk)$/.test(path);
}
