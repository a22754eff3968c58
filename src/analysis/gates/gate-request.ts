import type { RunGates } from "../../core/analysis/gate.ts";
import type { RunTable } from "../../core/folds/run-table.ts";

export interface EvaluateGatesRequest {
  readonly run: RunTable;
  /** What `no-worse` compares with. */
  readonly baseline?: RunTable | undefined;
  readonly gates: Pick<RunGates, "conditions" | "by">;
  /** Cases whose failure was not the agent's doing, by set and case, each with whose it was. */
  readonly excused?: ReadonlySet<string> | undefined;
}
