import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";

/** How runs are called on the command line: as short as no other run of the whole store is called. */
export async function runNames(store: RunStore): Promise<(runId: string) => string> {
  const all = (await store.list()).map(({ runId }) => runId);
  return (runId) => shortId(runId, all);
}
