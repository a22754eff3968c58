import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { folderEntries } from "./folder-entries.ts";

const FILE_LIMIT = 2_000;
const DEPTH_LIMIT = 12;
// no .txt: `assay eval … > log.txt` beside the agent would change it while it runs, and then no resume would be allowed
const code = /\.(?:[cm]?[jt]sx?|py|ya?ml)$/;
const aside = new Set(["node_modules", "dist", "build", "coverage", "__pycache__", "venv"]);

/** The files an agent is made of: the code in its folder, without packages, builds and eval sets. Sorted. */
export function sourceFiles(directory: string): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of folderEntries(folder)) {
      if (found.length >= FILE_LIMIT) return;
      const path = join(folder, entry.name);
      if (entry.isFile() && isSource(entry.name)) found.push(path);
      else if (entry.isDirectory() && depth < DEPTH_LIMIT && isOwn(entry.name)) {
        visit(path, depth + 1);
      }
    }
  };
  visit(directory, 0);
  return found;
}

/** Whether a file of this name is code, or says what an agent is. */
export function isSource(file: string): boolean {
  return code.test(file) || file === "agent.json";
}

function isOwn(folder: string): boolean {
  return !aside.has(folder) && !folder.startsWith(".");
}

/** SHA-256 over names and contents, the same on every machine. */
export function hashFiles(directory: string, files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(file);
    const name = relative(directory, file).split(sep).join("/");
    hash.update(`${name}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}
