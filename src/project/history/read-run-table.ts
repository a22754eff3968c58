import { setImmediate } from "../../core/async/own-timers.ts";
import { isJudgedAlone } from "../../core/folds/case-row.ts";
import { type RunTable, type TableFold, tableFold } from "../../core/folds/run-table.ts";
import type { RunStore } from "../../core/run-store.ts";
import { needReadable, unreadableRun } from "./load-run.ts";
import { readConversations } from "./read-conversations.ts";

/** The table of a stored run. */
export async function readRunTable(store: RunStore, runId: string): Promise<RunTable> {
  const fold = tableFold();
  const ofRun = await store.runEvents(runId);
  const [start] = ofRun;
  if (start?.type !== "run-start") throw await unreadableRun(store, runId);
  needReadable(start, `Run ${runId}`);
  for (const event of ofRun) fold.apply(event);
  // calls stand among the events of the cases, so they are only passed over where none was made
  const asksModels = (start.about.models ?? []).length > 0;
  if (!asksModels && store.caseEnds !== undefined && isJudgedAlone(start.about)) {
    for await (const ends of store.caseEnds(runId)) {
      for (const end of ends) fold.addEnd(end);
      // what else the process does gets its turn: signals, and whoever watches the heap
      await new Promise((resolve) => setImmediate(resolve));
    }
  } else await readWhole(fold, store, runId);
  return fold.table();
}

async function readWhole(fold: TableFold, store: RunStore, runId: string): Promise<void> {
  for await (const { end, calls, isBroken } of readConversations(store, runId)) {
    for (const call of calls) fold.apply(call);
    if (end !== undefined && !isBroken) fold.apply(end);
  }
}
