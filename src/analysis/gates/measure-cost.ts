import type { RunTable } from "../../core/folds/run-table.ts";
import { exactSum } from "../../core/numbers/exact-sum.ts";
import { holds, pointGate } from "../../statistics/gates/comparison.ts";
import type { MeasuredGate } from "./gate-request.ts";
import type { ComparedGate } from "./parse-gate.ts";

/** What the agent's model calls cost, where somebody worked it out; it is a criterion, or a column that was added. */
export const COST = "total_cost";
const CALLS = "inference_call_count_v1";

/** What the whole run cost. It is a sum and no sample, so it is met or not; where a price is not known, neither. */
export function measureCost(run: RunTable, gate: ComparedGate): MeasuredGate {
  const ours = run.modelCalls.cost;
  const agents = agentCost(run);
  const about = { cases: run.cases.length + run.notRun, notEvaluated: run.notRun };
  const isSilent = agents.calls === 0;
  if (ours !== undefined && agents.isWhole && run.notRun === 0) {
    return { ...pointGate(ours + agents.cost, gate), ...about, isSilent };
  }
  const known = (ours ?? 0) + agents.cost;
  // what is known can only grow
  const asksForLess = gate.operator.startsWith("<");
  const isPast = holds(known, gate) !== asksForLess;
  const outcome = !isPast ? "undecided" : asksForLess ? "not-met" : "met";
  return { outcome, estimate: known, bound: null, needed: null, ...about, isSilent };
}

/** All of it is known unless the agent made model calls whose price nobody knows. */
function agentCost({ metrics, cases }: RunTable) {
  const placeOf = (name: string) => metrics.findIndex((metric) => metric.name === name);
  const [cost, calls] = [placeOf(COST), placeOf(CALLS)];
  const costs = exactSum();
  const sums = { calls: 0, isWhole: true };
  for (const { scores } of cases.flatMap(({ trials }) => trials)) {
    const spent = scores[cost];
    const made = scores[calls] ?? 0;
    costs.add(spent ?? 0);
    sums.calls += spent === undefined ? made : Math.max(1, made);
    if (spent === undefined && made > 0) sums.isWhole = false;
  }
  return { ...sums, cost: costs.value() };
}
