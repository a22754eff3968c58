import { type PlanPowerRequest, planPower as planByTables } from "../analysis/power/plan-power.ts";
import type { PowerPlan } from "../core/analysis/power-plan.ts";
import type { RunTable } from "../core/folds/run-table.ts";
import { costColumn } from "../project/gates/with-costs.ts";
import { checkOptions } from "./run-options.ts";
import { conversationsOf, type RunResult } from "./run-result.ts";
import { tableOfResult } from "./table-of-result.ts";

export interface PlanPowerOptions extends Omit<PlanPowerRequest, "runs" | "baseline" | "reach"> {
  /** Earlier runs of the set, newest first: their spread is what a difference has to stand out from. */
  readonly runs?: readonly RunResult[] | undefined;
  /** The run to compare with, where it is there already: it has its trials. */
  readonly baseline?: RunResult | undefined;
}

/**
 * How many cases and trials it takes to see a difference of some size when two runs are compared case by case, from the
 * spread of earlier runs; without one a wide spread is assumed, and the plan says so.
 *
 * @example planPower({ detect: 0.05, trials: 1 }).plans[0]?.cases // 1396
 */
export function planPower(options: PlanPowerOptions): PowerPlan {
  checkOptions("planPower", options, optionNames);
  const { runs, baseline, ...asked } = options;
  return planByTables({
    ...asked,
    runs: runs?.map(pricedTable),
    baseline: baseline === undefined ? undefined : tableOfResult(baseline),
  });
}

const optionNames: readonly (keyof PlanPowerOptions)[] = [
  "detect",
  "runs",
  "spread",
  "metric",
  "trials",
  "baseline",
  "cases",
  "alpha",
  "power",
];

/** With what the agent's own model calls cost. */
function pricedTable(run: RunResult): RunTable {
  const column = costColumn(tableOfResult(run));
  for (const each of conversationsOf(run)) column.add(each);
  return column.table();
}
