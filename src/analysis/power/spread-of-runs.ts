import type { PlanSpread } from "../../core/analysis/power-plan.ts";
import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { agentLabel } from "../../core/text/agent-label.ts";
import { clusteredMean } from "../../statistics/means/clustered-mean.ts";
import { squaresAbout, sumOf } from "../../statistics/means/sums.ts";
import { trialsWithinCases } from "../../statistics/means/trials.ts";
import { clusterOf } from "../case-values.ts";

/** Where nothing tells chance from cases: of verdicts whose chances lie anywhere, two thirds of the variance are chance. */
const CHANCE = 2 / 3;
/** What a change does to the cases spreads by so much more than the cases themselves do, when they go along by a third. */
const OF_DIFFERENCES = 4 / 3;
/** Fewer common cases than this tell nothing of what a change does. */
const FEWEST_PAIRS = 10;

type Measured = Omit<PlanSpread, "source" | "designEffect">;
type Values = ReadonlyMap<string, readonly number[]>;

/** What each trial of a case came to: 1 or 0 for its verdict, or its score. What was not evaluated is left out. */
export type TrialValues = (each: TableCase, run: RunTable) => readonly number[];

/**
 * The spread that earlier runs show, newest first: analysis of variance over the trials of each case. Runs of an agent
 * that did not change are trials of each other. Null where fewer than two cases have a value.
 */
export function spreadOfRuns(runs: readonly RunTable[], valuesOf: TrialValues): Measured | null {
  const states = statesOf(runs, valuesOf);
  const parts = states.flatMap((values) => {
    const cases = [...values.values()];
    const found = trialsWithinCases(cases);
    if (found === null || found.n < 2) return [];
    const repeats = sumOf(cases.map(({ length }) => length - 1));
    return [{ ...found, repeats, total: squaresAbout(found.caseMeans, found.mean) }];
  });
  if (parts.length === 0) return null;
  const degrees = sumOf(parts.map(({ n }) => n - 1));
  const repeats = sumOf(parts.map((each) => each.repeats));
  const counts = { runs: runs.length, cases: Math.max(...parts.map(({ n }) => n)) };
  const split =
    repeats === 0
      ? splitOf(sumOf(parts.map(({ total }) => total)) / degrees)
      : {
          withinCases: sumOf(parts.map((each) => (each.withinCases ?? 0) * each.repeats)) / repeats,
          ofCases: weighted(parts.map(({ betweenCases, n }) => [betweenCases, n - 1])) ?? 0,
        };
  const { withinCases, ofCases } = split;
  const betweenCases = spreadOfChanges(states, withinCases) ?? OF_DIFFERENCES * ofCases;
  return { betweenCases, withinCases, isSplitAssumed: repeats === 0, ...counts };
}

/** Nothing is known of the parts but their sum. */
function splitOf(total: number): { readonly withinCases: number; readonly ofCases: number } {
  return { withinCases: CHANCE * total, ofCases: (1 - CHANCE) * total };
}

/** The spread that is taken without any run: of verdicts whose chances lie anywhere from 0 to 1, as Miller does. */
export function assumedSpread(reach = 1): Pick<PlanSpread, "betweenCases" | "withinCases"> {
  const { withinCases, ofCases } = splitOf(0.25 * reach ** 2);
  return { withinCases, betweenCases: OF_DIFFERENCES * ofCases };
}

/** How much cases that belong together say less than their number. */
export function designEffectOf(run: RunTable | undefined, valuesOf: TrialValues): number {
  if (run?.cases.some(({ cluster }) => cluster !== undefined) !== true) return 1;
  const values = run.cases.flatMap((each) => {
    const own = valuesOf(each, run);
    return own.length === 0 ? [] : [{ value: meanOf(own), cluster: clusterOf(each) }];
  });
  return Math.max(1, clusteredMean(values)?.designEffect ?? 1);
}

/** The trials of every case, by agent as it was: its code, its criteria and its judge. */
function statesOf(runs: readonly RunTable[], valuesOf: TrialValues): readonly Values[] {
  const states = new Map<string, Map<string, number[]>>();
  for (const run of runs) {
    const { agent, sets } = run.about;
    const state =
      agent.hash === undefined
        ? run.runId
        : JSON.stringify([agentLabel(agent), agent.hash, sets.map((set) => set.config)]);
    const values = states.get(state) ?? new Map<string, number[]>();
    states.set(state, values);
    for (const each of run.cases) {
      const own = valuesOf(each, run);
      if (own.length === 0) continue;
      const known = values.get(caseKeyOf(each)) ?? [];
      values.set(caseKeyOf(each), known);
      known.push(...own);
    }
  }
  return [...states.values()];
}

/** How differently changes of the agent did to the cases, beyond chance. Null where no two states have enough in common. */
function spreadOfChanges(states: readonly Values[], withinCases: number): number | null {
  const found = states.slice(1).map((before, index): Weighted => {
    const after = states[index] ?? new Map();
    const common = [...after.keys()].filter((key) => before.has(key));
    if (common.length < FEWEST_PAIRS) return [null, 0];
    const changes = common.map((key) => {
      const [a, b] = [before.get(key) ?? [], after.get(key) ?? []];
      return { by: meanOf(b) - meanOf(a), chance: withinCases / a.length + withinCases / b.length };
    });
    const by = changes.map((change) => change.by);
    const variance = squaresAbout(by, meanOf(by)) / (common.length - 1);
    const chance = meanOf(changes.map((change) => change.chance));
    return [Math.max(0, variance - chance), common.length - 1];
  });
  return weighted(found);
}

type Weighted = readonly [value: number | null, weight: number];

function weighted(values: readonly Weighted[]): number | null {
  const known = values.filter((each): each is readonly [number, number] => each[0] !== null);
  const weight = sumOf(known.map(([, each]) => each));
  return weight === 0 ? null : sumOf(known.map(([value, each]) => value * each)) / weight;
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}
