import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
const needed = 4 * 2 ** 30;

/** Puts temporary folders into memory for this test run: a journal waits for its disk at every case. */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR?.startsWith(memory) || !isUsable()) return;
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(`${memory}/t-`);
  // some tests run as a user who may do less
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    // a process that was left behind may still be writing
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

/** Large enough for what tests install, and commands may be started from it; else the disk serves as well. */
function isUsable(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .findLast((line) => line.split(" ")[1] === memory);
    const { bavail, bsize } = statfsSync(memory);
    const options = mount?.split(" ")[3]?.split(",") ?? ["noexec"];
    return bavail * bsize >= needed && !options.includes("noexec");
  } catch {
    return false;
  }
}
