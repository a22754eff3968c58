import { type RunReliability, runReliability } from "../analysis/reliability/run-reliability.ts";
import type { GateResult, RunDecided } from "../core/analysis/gate.ts";
import { gatedVerdict } from "../core/analysis/gated-verdict.ts";
import type { CaseRow } from "../core/folds/case-row.ts";
import { trialScores } from "../core/folds/case-row.ts";
import type { MetricSummary } from "../core/folds/metric-summary.ts";
import { type PooledMetric, poolTrials } from "../core/folds/pool-trials.ts";
import { exitCodeOf, type RunSummary } from "../core/folds/run-summary.ts";
import type { Totals } from "../core/folds/totals.ts";
import type { JudgeCheck, ModelCallTotals } from "../core/judge-check.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult, RunEvent } from "../core/run.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { RunStore } from "../core/run-store.ts";
import { writeWhole } from "../files/write-whole.ts";
import type { MetricName } from "../metrics/metric-settings.ts";
import { readCases } from "../project/history/load-run.ts";

/** Scores by metric; a metric that has no score has no key, so that no comparison with it holds. */
export type Scores = Readonly<Partial<Record<MetricName, number>>> & {
  readonly [custom: string]: number | undefined;
};

/** A run that is over, with every conversation in it. */
export interface RunResult {
  /** By which `assay runs show` and `score` find it again. */
  readonly runId: string;
  readonly status: "passed" | "failed" | "incomplete";
  readonly passed: boolean;
  /** What `assay eval` would have ended with. */
  readonly exitCode: number;
  readonly totals: Totals;
  readonly about: RunInfo;
  /** Each case that ended, in plan order: what its trials say together, and the trials themselves. */
  readonly cases: readonly CaseVerdict[];
  /**
   * Every conversation, one list for each repeat: also those of a case that has no verdict, because the run was stopped
   * before its last trial.
   */
  readonly trials: readonly (readonly CaseResult[])[];
  /** What each metric said over all conversations. */
  readonly metrics: readonly MetricSummary[];
  /** Means over all conversations, by metric. */
  readonly scores: Scores;
  /** What judges and simulated users were asked, and what that cost. */
  readonly modelCalls: ModelCallTotals;
  /** How the run stands to its gates; none where nothing was asked of it as a whole. */
  readonly gates: readonly GateResult[];
  /** Set where it ended before its last case, since its gates were decided: `totals.notRun` of them were left out. */
  readonly decided?: RunDecided | undefined;
  /** What repeats say: pass@k, pass^k, the flaky cases; undefined for a run without repeats. */
  readonly reliability?: RunReliability | undefined;
  /** What the judges showed before they judged, or were not asked to show. */
  readonly judgeChecks: readonly JudgeCheck[];
  /** Things worth knowing that are no mistakes: a setting that changes nothing, a metric that no case can use. */
  readonly notes: readonly string[];
  /** Writes the run to a file that `score` reads. */
  save(path: string): Promise<void>;
}

/** A case over all its trials. */
export interface CaseVerdict {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly status: CaseRow["status"];
  readonly passed: boolean;
  /** True when the trials disagree. */
  readonly flaky: boolean;
  /** Pooled over the trials. */
  readonly metrics: readonly PooledMetric[];
  readonly scores: Scores;
  readonly reason?: CaseResult["reason"];
  /** Why it failed or was not evaluated, where no metric says it. */
  readonly detail?: string | undefined;
  /** Its conversations, with what was said and called and what each metric said of it. */
  readonly trials: readonly CaseResult[];
}

/** Listens to a run and keeps all of it: only for callers that ask for every conversation. */
export interface RunRecorder {
  readonly reporter: Reporter;
  /** A run that went on has conversations of earlier processes, which no reporter heard of. */
  readBack(store: RunStore, runId: string): Promise<void>;
  result(run: RunSummary, notes: readonly string[]): RunResult;
}

export function runRecorder(): RunRecorder {
  let events: RunEvent[] = [];
  let ended: CaseResult[] = [];
  return {
    reporter: {
      onEvent: (event) => void events.push(event),
      onCase: (result) => void ended.push(result),
    },
    async readBack(store, runId) {
      const [start, ...rest] = await store.runEvents(runId);
      const ofCases = await Array.fromAsync(store.caseEvents(runId));
      events = [...(start === undefined ? [] : [start]), ...ofCases, ...rest];
      ended = await Array.fromAsync(readCases(store, runId));
    },
    result: (run, notes) => runResult(run, { events, conversations: inPlanOrder(ended), notes }),
  };
}

interface Kept {
  readonly events: readonly RunEvent[];
  readonly conversations: readonly CaseResult[];
  readonly notes: readonly string[];
}

function runResult(run: RunSummary, { events, conversations, notes }: Kept): RunResult {
  const { runId, about, totals, metrics, judgeChecks } = run;
  const status = run.end?.status === "interrupted" ? "incomplete" : gatedVerdict(run);
  const byCase = Map.groupBy(conversations, ({ index }) => index);
  return {
    runId,
    status,
    passed: status === "passed",
    exitCode: exitCodeOf(run),
    totals,
    about,
    cases: run.cases.map((row) => verdictOf(row, byCase.get(row.index) ?? [], about)),
    trials: Array.from({ length: about.trials }, (_, trial) =>
      conversations.filter((each) => each.trial === trial),
    ),
    metrics,
    scores: scoresOf(metrics.map(({ name, mean }) => [name, mean])),
    modelCalls: run.modelCalls,
    gates: run.gates ?? [],
    ...(run.decided === undefined ? {} : { decided: run.decided }),
    reliability: runReliability(run),
    judgeChecks,
    notes,
    save: (path) => writeWhole(path, `${events.map((each) => JSON.stringify(each)).join("\n")}\n`),
  };
}

/** Every conversation of a run, case by case. */
export function conversationsOf({ trials }: Pick<RunResult, "trials">): readonly CaseResult[] {
  return inPlanOrder(trials.flat());
}

function inPlanOrder(conversations: readonly CaseResult[]): readonly CaseResult[] {
  return [...conversations].sort((a, b) => a.index - b.index || a.trial - b.trial);
}

function verdictOf(row: CaseRow, trials: readonly CaseResult[], about: RunInfo): CaseVerdict {
  const { evalSetId, evalId, status, flaky, reason } = row;
  const { metrics } = poolTrials(trials.map(trialScores), about.require);
  return {
    evalSetId,
    evalId,
    status,
    passed: status === "passed",
    flaky,
    metrics,
    scores: scoresOf(metrics.map(({ name, score }) => [name, score])),
    reason,
    detail: trials.find((trial) => trial.detail !== undefined)?.detail,
    trials,
  };
}

function scoresOf(scores: readonly (readonly [string, number | undefined])[]): Scores {
  return Object.fromEntries(scores.filter(([, score]) => score !== undefined)) as Scores;
}
