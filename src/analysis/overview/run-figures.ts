import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import { quantileOf } from "../../statistics/means/quantile.ts";
import { averageOf } from "../../statistics/means/sums.ts";
import { meanScore } from "../case-values.ts";
import { passRateOf } from "../pass-rate.ts";
import { isPartial } from "../trends/trend-fold.ts";

/** A run in numbers, small enough to hold for hundreds of runs. */
export interface RunFigures {
  readonly runId: string;
  readonly startedAt: string;
  readonly agent: string;
  readonly sets: readonly string[];
  readonly models: readonly string[];
  /** What the agent was given in place of its own. */
  readonly agentModel?: string | undefined;
  readonly trials: number;
  /** True: only some of the cases of its sets were meant to run. */
  readonly isPartial: boolean;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** Includes those that never ran. */
  readonly notEvaluated: number;
  readonly notRun: number;
  /** Of the cases that were evaluated; null where none was. */
  readonly passRate: number | null;
  /** 95 %, by clusters where cases have them; null for fewer than two of what is counted. */
  readonly interval: readonly [number, number] | null;
  /** Cases whose trials disagree. */
  readonly flaky: number;
  /** Seconds within which 95 of 100 conversations ended; null where none did. */
  readonly p95: number | null;
  /** US dollars, the agent's model calls included; null where it is not known, or nothing was paid. */
  readonly cost: number | null;
  readonly metrics: readonly RunMetric[];
  /** By set and case. */
  readonly verdicts: ReadonlyMap<string, CaseVerdict>;
}

interface RunMetric {
  readonly name: string;
  readonly mean: number | null;
  readonly n: number;
}

interface CaseVerdict {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly index: number;
  readonly status: TableCase["status"];
  readonly isFlaky: boolean;
  /** Of each trial, in their order. */
  readonly trials: readonly TableCase["status"][];
}

/** `cost` is that of the whole run. */
export function runFigures(table: RunTable, cost: number | null): RunFigures {
  const { runId, startedAt, about, cases, metrics, notRun } = table;
  const count = (wanted: TableCase["status"]) =>
    cases.filter(({ status }) => status === wanted).length;
  const [passed, failed] = [count("passed"), count("failed")];
  const verdicts = cases.map((each) => [verdictKey(each), verdictOf(each)] as const);
  const durations = cases.flatMap(({ trials }) => trials.map(({ duration }) => duration));
  return {
    runId,
    startedAt,
    agent: about.agent.name,
    sets: about.sets.map(({ evalSetId }) => evalSetId),
    models: about.models ?? [],
    agentModel: about.agent.model,
    trials: about.trials,
    isPartial: isPartial(about),
    cases: cases.length + notRun,
    passed,
    failed,
    notEvaluated: count("not-evaluated") + notRun,
    notRun,
    passRate: passed + failed === 0 ? null : passed / (passed + failed),
    interval: passRateOf(cases).interval,
    flaky: verdicts.filter(([, { isFlaky }]) => isFlaky).length,
    p95: quantileOf(durations, 0.95),
    cost,
    metrics: metrics.map(({ name }, place) => {
      const scores = cases.flatMap((each) => meanScore(each, place) ?? []);
      return { name, mean: scores.length === 0 ? null : averageOf(scores), n: scores.length };
    }),
    verdicts: new Map(verdicts),
  };
}

function verdictKey({ evalSetId, evalId }: Pick<CaseVerdict, "evalSetId" | "evalId">): string {
  return `${evalSetId}\n${evalId}`;
}

function verdictOf({ evalSetId, evalId, index, status, trials }: TableCase): CaseVerdict {
  const statuses = trials.map((trial) => trial.status);
  const isFlaky = new Set(statuses).size > 1;
  return { evalSetId, evalId, index, status, isFlaky, trials: statuses };
}
