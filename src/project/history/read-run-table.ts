import { othersTurn } from "../../core/async/others-turn.ts";
import { isJudgedAlone } from "../../core/folds/case-row.ts";
import { type RunTable, type TableFold, tableFold } from "../../core/folds/run-table.ts";
import type { RunStartEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { needReadable, unreadableRun } from "./load-run.ts";
import { readConversations } from "./read-conversations.ts";

export interface ReadTableOptions {
  /** True: model calls are not asked for, so that no conversation has to be read. `modelCalls` counts none then. */
  readonly withoutCalls?: boolean | undefined;
  /** Ends that are known already; what the store has of them is not looked at. */
  readonly seen?: TableFold | undefined;
}

/** The table of a stored run. */
export async function readRunTable(
  store: RunStore,
  runId: string,
  { withoutCalls = false, seen }: ReadTableOptions = {},
): Promise<RunTable> {
  const fold = seen ?? tableFold();
  const ofRun = await store.runEvents(runId);
  const [start] = ofRun;
  if (start?.type !== "run-start") throw await unreadableRun(store, runId);
  needReadable(start, `Run ${runId}`);
  for (const event of ofRun) fold.apply(event);
  // calls stand among the events of the cases, so they are only passed over where none was made
  const asksModels = (start.about.models ?? []).length > 0;
  const isQuick = !asksModels || withoutCalls;
  if (!isQuick || !(await readEnds(fold, store, start))) await readWhole(fold, store, runId);
  return fold.table();
}

/** False where the store cannot give ends without reading everything. */
async function readEnds(
  fold: TableFold,
  store: RunStore,
  { runId, about }: RunStartEvent,
): Promise<boolean> {
  if (isJudgedAlone(about) && store.caseEnds !== undefined) {
    for await (const ends of store.caseEnds(runId)) {
      for (const end of ends) fold.addEnd(end);
      await othersTurn();
    }
    return true;
  }
  if (store.wholeCaseEnds === undefined) return false;
  for await (const ends of store.wholeCaseEnds(runId)) {
    for (const end of ends) fold.apply(end);
    await othersTurn();
  }
  return true;
}

async function readWhole(fold: TableFold, store: RunStore, runId: string): Promise<void> {
  for await (const { end, calls, isBroken } of readConversations(store, runId)) {
    for (const call of calls) fold.apply(call);
    if (end !== undefined && !isBroken) fold.apply(end);
  }
}
