import { disposeQuietly } from "../../agents/isolation/dispose-quietly.ts";
import type { RunRequest } from "./eval-request.ts";
import { prepareRun } from "./plan-run.ts";
import type { PreparedRun, PrepareOptions } from "./prepared-run.ts";

/** Prepares a run for some work, and lets its agent go when that is done, or was refused. */
export async function withPreparedRun<T>(
  request: RunRequest,
  options: PrepareOptions,
  work: (prepared: PreparedRun) => Promise<T>,
): Promise<T> {
  const prepared = await prepareRun(request, options);
  try {
    return await work(prepared);
  } finally {
    await disposeQuietly(prepared.loaded.agent);
  }
}
