import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";

/** Runs that somebody in this process works on: a store lets whoever has a lock take it again. */
const working = new WeakMap<RunStore, Set<string>>();

/** One at a time works on a run. */
export async function withRunLock<T>(
  store: RunStore,
  runId: string,
  work: () => Promise<T>,
): Promise<T> {
  await lockRun(store, runId);
  try {
    return await work();
  } finally {
    working.get(store)?.delete(runId);
    await store.unlock(runId);
  }
}

async function lockRun(store: RunStore, runId: string): Promise<void> {
  const here = working.get(store) ?? new Set();
  working.set(store, here);
  if (!here.has(runId)) {
    here.add(runId);
    if (await store.lock(runId)) return;
    here.delete(runId);
  }
  throw new UserFacingError("run/busy", `Another process is working on run ${runId}.`, {
    hint: "Wait for it to end, or stop it first.",
  });
}
