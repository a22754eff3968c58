import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "..");
const LONGEST_INSTALL = 10 * 60_000;

/** Installs the packages of `examples/<name>`, once; gives its folder. */
export function installExample(name: string): Promise<string> {
  return installFolder(join(root, "examples", name));
}

/** Installs what a folder's lock file says, once, even when several test files ask at the same time. */
export async function installFolder(folder: string): Promise<string> {
  const hash = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  const lock = join(tmpdir(), `assay-install-${hash}`);
  while (!isInstalled(folder)) {
    if (!(await take(lock))) {
      await wait(200);
      continue;
    }
    try {
      if (!isInstalled(folder)) await install(folder);
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
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

/** True when the lock is ours now. One that was left by a killed process is taken over. */
async function take(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    const since = await stat(lock).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (since > LONGEST_INSTALL) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
