import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { doOnce } from "./do-once.ts";

const root = resolve(import.meta.dirname, "..");

/** Installs the packages of `examples/<name>`, once; gives its folder. */
export function installExample(name: string): Promise<string> {
  return installFolder(join(root, "examples", name));
}

/** Installs what a folder's lock file says, once, even when several test files ask at the same time. */
export async function installFolder(folder: string): Promise<string> {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const lock = join(tmpdir(), `assay-install-${hash}`);
  await doOnce(
    lock,
    () => isInstalled(folder),
    () => install(folder),
  );
  return folder;
}

/** npm writes this file last. */
function isInstalled(folder: string): boolean {
  return existsSync(join(folder, "node_modules/.package-lock.json"));
}

async function install(folder: string): Promise<void> {
  // npm picks versions by the Node that runs it, so it must be the one that runs the tests
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`;
  await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    shell: process.platform === "win32",
  });
}
