import { othersTurn } from "../../core/async/others-turn.ts";
import { endOfRun } from "../../core/folds/end-of-run.ts";
import { runFold } from "../../core/folds/run-summary.ts";
import type { Totals } from "../../core/folds/totals.ts";
import type { RunStartEvent } from "../../core/run.ts";
import type { RunStanding, RunStore } from "../../core/run-store.ts";
import { loadRun, needReadable } from "./load-run.ts";

interface Known {
  /** Its own events and how many conversations had ended by which verdict: a run for which these are the same is the same. */
  readonly standing: string;
  readonly totals: Totals;
}

/** Of the runs that were asked for, as long as their store is open. */
const known = new WeakMap<RunStore, Map<string, Known>>();

/** The totals of a run whose cases are judged over several trials, or by the mean of their turns: all its ends are read, once. */
export async function pooledTotals(
  store: RunStore,
  start: RunStartEvent,
  {
    events,
    ended,
  }: { readonly events: RunStanding["events"]; readonly ended?: object | undefined },
): Promise<Totals> {
  const { runId } = start;
  const ofStore = known.get(store) ?? new Map<string, Known>();
  known.set(store, ofStore);
  const standing = JSON.stringify([events.length, ended]);
  const before = ofStore.get(runId);
  if (before?.standing === standing) return before.totals;
  const totals = await readTotals(store, start);
  // as long as it goes on, a conversation may be opened and end again with the same counts
  const isOver = ended !== undefined && endOfRun(events) !== undefined;
  if (isOver) ofStore.set(runId, { standing, totals });
  return totals;
}

async function readTotals(store: RunStore, start: RunStartEvent): Promise<Totals> {
  if (store.wholeCaseEnds === undefined) return (await loadRun(store, start.runId)).summary.totals;
  needReadable(start, `Run ${start.runId}`);
  const run = runFold();
  run.apply(start);
  for await (const ends of store.wholeCaseEnds(start.runId)) {
    for (const end of ends) run.apply(end);
    await othersTurn();
  }
  return run.summary().totals;
}
