import { mkdir, rm, stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const LONGEST = 10 * 60_000;

/** Does what several test files need once, even when they ask at the same time; `lock` is a folder that nobody else makes. */
export async function doOnce(
  lock: string,
  isDone: () => boolean,
  work: () => Promise<void> | void,
): Promise<void> {
  while (!isDone()) {
    if (!(await take(lock))) {
      await wait(200);
      continue;
    }
    try {
      if (!isDone()) await work();
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
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
    if (since > LONGEST) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
