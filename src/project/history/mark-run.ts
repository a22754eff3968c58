import type { RunMarkEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";

/** What somebody says of a run afterwards: what it is called, and whether it stays. Its verdict is not touched. */
export async function markRun(
  store: RunStore,
  runId: string,
  mark: Pick<RunMarkEvent, "name" | "kept">,
): Promise<void> {
  await store.append({ type: "run-mark", runId, at: new Date().toISOString(), ...mark });
  await store.flush();
}
