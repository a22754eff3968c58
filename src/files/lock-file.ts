import { randomUUID } from "node:crypto";
import { open, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserFacingError } from "../core/errors.ts";
import { unwritable } from "./unwritable.ts";

interface LockOptions {
  /** Milliseconds to wait for whoever holds it. */
  readonly patience?: number | undefined;
}

/** Nobody works on a file for as long as this, so an older lock was left behind. */
const LEFT_BEHIND = 60_000;
/** Nobody takes as long to write a name into a lock. */
const LEFT_EMPTY = 2_000;

/**
 * Lets one at a time change a file, also among processes: whoever creates the lock beside it goes first.
 * A lock whose process is gone is removed.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  { patience = 20_000 }: LockOptions = {},
): Promise<T> {
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  let waited = 0;
  while (!(await create(lock, mine, path))) {
    if (await isLeftBehind(lock)) await takeAway(lock);
    else if (waited >= patience) throw busy(path, lock);
    const pause = 5 + Math.random() * 20;
    waited += pause;
    await sleep(pause);
  }
  try {
    return await work();
  } finally {
    // one that was removed meanwhile may be somebody else's now
    const held = await readFile(lock, "utf8").catch(() => undefined);
    if (held === mine) await rm(lock, { force: true });
  }
}

/** False when somebody else has it. */
async function create(lock: string, content: string, path: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx");
    await file.writeFile(content).finally(() => file.close());
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw unwritable(path, cause);
  }
}

async function isLeftBehind(lock: string): Promise<boolean> {
  const found = await stat(lock).catch(() => undefined);
  if (found === undefined) return false;
  const age = Date.now() - found.mtimeMs;
  if (age > LEFT_BEHIND) return true;
  try {
    const { pid, host } = JSON.parse(await readFile(lock, "utf8"));
    return host === hostname() && !isAlive(pid);
  } catch {
    // created and not yet written, unless its process died just then
    return age > LEFT_EMPTY;
  }
}

/** Under a lock of its own, so that nobody removes what the next one has just created. */
async function takeAway(lock: string): Promise<void> {
  const breaking = `${lock}.break`;
  const file = await open(breaking, "wx").catch(() => undefined);
  if (file === undefined) {
    const found = await stat(breaking).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND) {
      await rm(breaking, { force: true });
    }
    return;
  }
  try {
    await file.close();
    if (await isLeftBehind(lock)) await rm(lock, { force: true });
  } finally {
    await rm(breaking, { force: true });
  }
}

function isAlive(pid: unknown): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    // a process of another user exists too
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function busy(path: string, lock: string): UserFacingError {
  return new UserFacingError("file/unwritable", `Somebody else is writing ${path}.`, {
    hint: `Try again; if nobody is, remove ${lock}.`,
  });
}
