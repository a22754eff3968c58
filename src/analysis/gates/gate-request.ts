import type { RunGates } from "../../core/analysis/gate.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { GateResult } from "../../statistics/gates/comparison.ts";

export interface EvaluateGatesRequest {
  readonly run: RunTable;
  /** What `no-worse` compares with. */
  readonly baseline?: RunTable | undefined;
  readonly gates: Pick<RunGates, "conditions" | "by">;
  /** Cases whose outcome was not the agent's doing, by `caseKeyOf`: what `agent-pass-rate` leaves out. */
  readonly excused?: ReadonlySet<string> | undefined;
}

/** A figure held against its gate, with what a reader needs to know of it. */
export interface MeasuredGate extends GateResult {
  /** How many it is about, those that were not evaluated included. */
  readonly cases: number;
  /** How many of them came to no value, or only to a part of one. */
  readonly notEvaluated: number;
  /** For rates: how many passed of those with a verdict. */
  readonly counts?: { readonly passed: number; readonly of: number } | undefined;
  readonly excused?: number | undefined;
  /** For differences: how many cases of the run the other one has no value of. */
  readonly unpaired?: number | undefined;
  /** For costs: the agent told of no model call at all. */
  readonly isSilent?: boolean | undefined;
  /** Why there is nothing to compare with. */
  readonly missing?: string | undefined;
}
