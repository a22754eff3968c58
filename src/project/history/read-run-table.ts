import { type RunTable, tableFold } from "../../core/folds/run-table.ts";
import type { RunStore } from "../../core/run-store.ts";
import { needReadable, unreadableRun } from "./load-run.ts";
import { readConversations } from "./read-conversations.ts";

/** The table of a stored run. What cannot be read whole any more is not counted, as in every other view of the run. */
export async function readRunTable(store: RunStore, runId: string): Promise<RunTable> {
  const fold = tableFold();
  const ofRun = await store.runEvents(runId);
  if (ofRun[0]?.type !== "run-start") throw await unreadableRun(store, runId);
  needReadable(ofRun[0], `Run ${runId}`);
  for (const event of ofRun) fold.apply(event);
  for await (const { end, calls, isBroken } of readConversations(store, runId)) {
    for (const call of calls) fold.apply(call);
    if (end !== undefined && !isBroken) fold.apply(end);
  }
  return fold.table();
}
