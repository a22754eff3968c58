import { type EarlyDecision, earlyDecision } from "../../analysis/decide/early-decision.ts";
import { randomRank } from "../../analysis/decide/random-order.ts";
import type { RunGates } from "../../core/analysis/gate.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import { caseFold } from "../../core/folds/case-result.ts";
import { runFold } from "../../core/folds/run-summary.ts";
import { type RunTable, type TableCase, tableFold } from "../../core/folds/run-table.ts";
import type { Reporter } from "../../core/reporter.ts";
import type { RunEvent } from "../../core/run.ts";
import type { RunInfo } from "../../core/run-info.ts";
import type { Halt } from "../../runner/run-plan.ts";
import { agentCosts } from "../gates/with-costs.ts";
import type { PlannedSet } from "../plan/plan-cases.ts";

interface EarlyStopRequest {
  readonly about: RunInfo;
  readonly gates: RunGates | undefined;
  readonly sets: readonly PlannedSet[];
  readonly baseline: RunTable | undefined;
  /** US dollars that the run may cost, its agent included. */
  readonly budget: number | undefined;
}

export interface EarlyStop {
  /** Hears everything that is journaled from now on. */
  readonly reporter: Reporter;
  /** Aborted, with a `Halt`, when no more cases are to begin. */
  readonly signal: AbortSignal;
  /** The same events, heard on their way: what earlier processes of the run journaled. */
  heard(earlier: AsyncIterable<RunEvent>): AsyncIterable<RunEvent>;
}

/** Ends a run when its gates are decided, or its money is spent. Both are told from the journal, so that a resume knows as much. */
export function earlyStop(request: EarlyStopRequest): EarlyStop {
  const { about, gates, budget } = request;
  const controller = new AbortController();
  const halt = (reason: Halt) => {
    if (!controller.signal.aborted) controller.abort(reason);
  };
  const watch = about.decide === undefined ? undefined : watchGates(request, about.decide.seed);
  const costOf = agentCosts(about);
  let agents = 0;
  const isPriced = budget !== undefined || asksForCost(gates);

  function look(ours: number): void {
    const spent = ours + agents;
    watch?.spend(spent);
    if (watch?.isDecided() === true) halt({ status: "ended" });
    if (budget !== undefined && spent >= budget - ROUNDING) {
      halt({ status: "stopped-early", detail: budgetText(budget, spent) });
    }
  }
  return {
    signal: controller.signal,
    reporter: {
      onEvent(event, run) {
        watch?.apply(event);
        look(run.modelCalls.cost ?? 0);
      },
      onCase(result, run) {
        if (!isPriced) return;
        agents += costOf(result) ?? 0;
        look(run.modelCalls.cost ?? 0);
      },
    },
    async *heard(earlier) {
      const run = runFold();
      const cases = caseFold();
      for await (const event of earlier) {
        watch?.apply(event);
        run.apply(event);
        const ended = isPriced ? cases.apply(event) : undefined;
        if (ended !== undefined) agents += costOf(ended) ?? 0;
        yield event;
      }
      look(run.summary().modelCalls.cost ?? 0);
    },
  };
}

/** Ten times a cent are a little less than ten cents. */
const ROUNDING = 1e-9;

function budgetText(budget: number, spent: number): string {
  return `The budget of $${budget} is spent: $${spent.toFixed(4)}. What is left goes on with --resume and a larger --budget; nothing is paid for twice.`;
}

function asksForCost(gates: RunGates | undefined): boolean {
  return gates?.conditions.some((text) => /^cost\b/i.test(text)) === true;
}

interface GateWatch {
  apply(event: RunEvent): void;
  spend(dollars: number): void;
  isDecided(): boolean;
}

/** Cases end in any order. They are looked at in that of the run, as far as there is no gap, so that speed decides nothing. */
function watchGates({ gates, sets, baseline }: EarlyStopRequest, seed: number): GateWatch {
  const order = orderOf(sets, seed);
  const waiting = new Map<string, TableCase>();
  const fold = tableFold((each) => void waiting.set(caseKeyOf(each), each));
  const isClustered = sets.some(({ source }) => source.mentions().clusters !== undefined);
  let early: EarlyDecision | undefined;
  let place = 0;

  function decision(): EarlyDecision {
    early ??= earlyDecision({
      run: fold.table(),
      baseline,
      conditions: gates?.conditions ?? [],
      isClustered,
    });
    return early;
  }
  return {
    apply(event) {
      fold.apply(event);
      for (;;) {
        const key = order[place] ?? "";
        const next = waiting.get(key);
        if (next === undefined) return;
        waiting.delete(key);
        place += 1;
        decision().add(next);
      }
    },
    spend(dollars) {
      if (dollars > 0) decision().spend(dollars);
    },
    isDecided: () => early?.decided !== undefined,
  };
}

function orderOf(sets: readonly PlannedSet[], seed: number): readonly string[] {
  const rank = randomRank(seed);
  const cases = sets.flatMap(({ evalSetId, source, selected }) =>
    selected.map((index) => ({ evalSetId, evalId: source.caseIds[index] ?? "" })),
  );
  return cases
    .map((each) => ({ key: caseKeyOf(each), rank: rank(each) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ key }) => key);
}
