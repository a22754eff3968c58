import { COST } from "../../analysis/gates/measure-cost.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable } from "../../core/folds/run-table.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import { costOfTurns } from "../../metrics/efficiency/total-cost.ts";
import { priceOfCall } from "../../models/model-prices.ts";

/** The table with what each conversation of the agent cost, where no criterion asked for that. */
export async function withCosts(
  table: RunTable,
  conversations: AsyncIterable<CaseResult> | Iterable<CaseResult>,
): Promise<RunTable> {
  const column = costColumn(table);
  for await (const each of conversations) column.add(each);
  return column.table();
}

/** What the agent's own model calls of a conversation cost, by the prices of its set's config; undefined where it is not known. */
export function agentCosts({ sets }: RunInfo): (each: CaseResult) => number | undefined {
  const prices = new Map(sets.map(({ evalSetId, config }) => [evalSetId, config.modelPrices]));
  return ({ evalSetId, invocations }) => {
    const own = prices.get(evalSetId);
    return costOfTurns(invocations, (model) => priceOfCall(model, own));
  };
}

/** Adds what the agent's own model calls cost to the table of a run whose criteria do not ask for it. */
export interface CostColumn {
  add(conversation: CaseResult): void;
  table(): RunTable;
}

export function costColumn(table: RunTable): CostColumn {
  const isThere = table.metrics.some(({ name }) => name === COST);
  const costOf = agentCosts(table.about);
  const costs = new Map<string, number>();
  const keyOf = (each: { evalSetId: string; evalId: string }, trial: number) =>
    `${caseKeyOf(each)}\n${trial}`;
  return {
    add(each) {
      if (isThere) return;
      const cost = costOf(each);
      if (cost !== undefined) costs.set(keyOf(each, each.trial), cost);
    },
    table() {
      if (isThere) return table;
      const place = table.metrics.length;
      const cases = table.cases.map((each) => ({
        ...each,
        trials: each.trials.map((trial) => {
          const scores = [...trial.scores];
          scores[place] = costs.get(keyOf(each, trial.trial));
          return { ...trial, scores };
        }),
      }));
      const column = { name: COST, direction: "lower", informational: true } as const;
      return { ...table, metrics: [...table.metrics, column], cases };
    },
  };
}
