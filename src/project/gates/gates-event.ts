import type { GatesEndEvent, RunGates } from "../../core/analysis/gate.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import { type RunTable, type TableFold, tableFold } from "../../core/folds/run-table.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";

export interface GatedRun {
  readonly runId: string;
  readonly gates: RunGates | undefined;
  readonly store: RunStore;
  /** The run to compare with, where a program has it itself. */
  readonly baseline?: RunTable | undefined;
  /** What this process has seen end itself: where the journal says something else by now, that counts. */
  readonly seen?: TableFold | undefined;
}

/**
 * Puts how the run stands to its gates into its journal, right before its end. It is told from the journal, so that a run
 * that was killed and went on says the same; but ends that happened here are those that happened here, since code of the
 * evaluation can write to the journal's file. A run that is interrupted has not come to its end, and says nothing.
 */
export async function* withGatesEvent(
  batches: AsyncIterable<readonly RunEvent[]>,
  run: GatedRun,
): AsyncGenerator<readonly RunEvent[]> {
  const seen = isGated(run) ? await foldFor(run) : undefined;
  for await (const batch of batches) {
    watch(batch, seen);
    const end = batch.find((event) => event.type === "run-end");
    if (end !== undefined && end.status !== "interrupted") {
      const event = await gatesEvent({ ...run, seen });
      if (event !== undefined) yield [event];
    }
    yield batch;
  }
}

const counts: ReadonlySet<RunEvent["type"]> = new Set(["run-start", "case-end"]);

function watch(batch: readonly RunEvent[], seen: TableFold | undefined): void {
  if (seen === undefined) return;
  for (const event of batch) if (counts.has(event.type)) seen.apply(event);
}

function isGated({ gates }: GatedRun): boolean {
  return gates !== undefined && gates.conditions.length > 0;
}

/** A run that goes on has its beginning in the journal. */
async function foldFor({ store, runId }: GatedRun): Promise<TableFold> {
  const fold = tableFold();
  const [start] = await store.runEvents(runId);
  if (start?.type === "run-start") fold.apply(start);
  return fold;
}

/** Undefined where nothing is asked. */
export async function gatesEvent(run: GatedRun): Promise<GatesEndEvent | undefined> {
  const { gates, runId, store } = run;
  if (gates === undefined || !isGated(run)) return undefined;
  // what has been said so far must be there to be read
  await store.flush();
  const { readGates } = await import("./read-gates.ts");
  const results = await readGates({ ...run, gates });
  return { type: "gates-end", runId, at: new RealDate().toISOString(), asked: gates, ...results };
}
