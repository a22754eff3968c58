import type { RunGates } from "../../core/analysis/gate.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { RunStore } from "../../core/run-store.ts";
import type { PlannedSet } from "../plan/plan-cases.ts";
import type { RankOf } from "../plan/risk-order.ts";
import type { EarlyStop } from "./early-stop.ts";

interface EarlyStopPlan {
  readonly about: RunInfo;
  readonly sets: readonly PlannedSet[];
  /** What the run is held against by now. */
  readonly gates: RunGates | undefined;
  readonly store: RunStore;
  readonly baseline?: RunTable | undefined;
  readonly budget: number | undefined;
}

/** What ends a run before its last case, and the order that it runs in then. Nothing is loaded for other runs. */
export async function planEarlyStop(
  plan: EarlyStopPlan,
): Promise<Partial<EarlyStop> & { readonly rank?: RankOf | undefined }> {
  const { about, gates, store, budget } = plan;
  if (about.decide === undefined && budget === undefined) return {};
  const { earlyStop } = await import("./early-stop.ts");
  const { randomRank } = await import("../../analysis/decide/random-order.ts");
  const { readBaseline } = await import("../gates/read-gates.ts");
  const baseline = gates && (await readBaseline({ gates, store, baseline: plan.baseline }));
  return {
    ...earlyStop({ ...plan, baseline }),
    rank: about.decide && randomRank(about.decide.seed),
  };
}
