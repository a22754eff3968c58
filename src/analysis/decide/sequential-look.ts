import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import type { MeasuredGate } from "../gates/gate-request.ts";

/** A gate that is looked at after every case. What it has once decided stands, whatever comes later. */
export interface SequentialGate {
  add(each: TableCase): void;
  readonly outcome: MeasuredGate["outcome"];
  /** As of the last case that it looked at. */
  measured(): MeasuredGate;
}

/** As much of a run as is known while it runs. */
export interface SequentialContext {
  readonly run: Pick<RunTable, "metrics">;
  readonly baseline?: RunTable | undefined;
}
