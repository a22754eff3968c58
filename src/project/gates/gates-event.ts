import type { GatesEndEvent, RunGates } from "../../core/analysis/gate.ts";
import { RealDate } from "../../core/async/own-timers.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";

export interface GatedRun {
  readonly runId: string;
  readonly gates: RunGates | undefined;
  readonly store: RunStore;
  /** The run to compare with, where a program has it itself. */
  readonly baseline?: RunTable | undefined;
}

/**
 * Puts how the run stands to its gates into its journal, right before its end. It is told from the journal alone, so that
 * a run that was killed and went on says the same. A run that is interrupted has not come to its end, and says nothing.
 */
export async function* withGatesEvent(
  batches: AsyncIterable<readonly RunEvent[]>,
  run: GatedRun,
): AsyncGenerator<readonly RunEvent[]> {
  for await (const batch of batches) {
    const end = batch.find((event) => event.type === "run-end");
    if (end !== undefined && end.status !== "interrupted") {
      const event = await gatesEvent(run);
      if (event !== undefined) yield [event];
    }
    yield batch;
  }
}

/** Undefined where nothing is asked. */
export async function gatesEvent(run: GatedRun): Promise<GatesEndEvent | undefined> {
  const { gates, runId, store } = run;
  if (gates === undefined || gates.conditions.length === 0) return undefined;
  // what has been said so far must be there to be read
  await store.flush();
  const { readGates } = await import("./read-gates.ts");
  const results = await readGates({ ...run, gates });
  return { type: "gates-end", runId, at: new RealDate().toISOString(), asked: gates, ...results };
}
