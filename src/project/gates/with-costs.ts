import { COST } from "../../analysis/gates/measure-cost.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { Metric } from "../../core/metric.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { planMetrics } from "../metrics/plan-metrics.ts";

/** The table with what each conversation of the agent cost, where no criterion asked for that. */
export async function withCosts(
  table: RunTable,
  conversations: AsyncIterable<CaseResult> | Iterable<CaseResult>,
): Promise<RunTable> {
  if (table.metrics.some(({ name }) => name === COST)) return table;
  const metricFor = costMetrics(table.about);
  const costs = new Map<string, number>();
  for await (const each of conversations) {
    const cost = await costOf(each, metricFor(each.evalSetId));
    if (cost !== undefined) costs.set(`${caseKeyOf(each)}\n${each.trial}`, cost);
  }
  const place = table.metrics.length;
  const cases = table.cases.map((each) => ({
    ...each,
    trials: each.trials.map((trial) => {
      const scores = [...trial.scores];
      scores[place] = costs.get(`${caseKeyOf(each)}\n${trial.trial}`);
      return { ...trial, scores };
    }),
  }));
  const column = { name: COST, direction: "lower", informational: true } as const;
  return { ...table, metrics: [...table.metrics, column], cases };
}

/** By the prices of each set's own config. */
function costMetrics({ sets }: RunInfo): (evalSetId: string) => Metric | undefined {
  const bySet = new Map(
    sets.map(({ evalSetId, config }) => {
      const criteria = [[COST, 1]] as const;
      const [metric] = planMetrics({ criteria, modelPrices: config.modelPrices });
      return [evalSetId, metric];
    }),
  );
  return (evalSetId) => bySet.get(evalSetId);
}

/** Undefined where the agent reported no model call, or of one whose price nobody knows. */
async function costOf(
  { evalCase, invocations, finalState }: CaseResult,
  metric: Metric | undefined,
): Promise<number | undefined> {
  const outcome = await metric?.measure?.({
    evalCase,
    actual: invocations,
    expected: evalCase.conversation,
    finalState,
    earlier: [],
    signal: new AbortController().signal,
  });
  return outcome?.kind === "scored" ? outcome.score : undefined;
}
