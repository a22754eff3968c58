import { keyOf } from "./case-result.ts";
import { type ExactSum, exactSum } from "./exact-sum.ts";
import { type Invocation, toolCallsOf } from "./invocation.ts";
import { type MetricScores, poolTrials, type TrialScores } from "./pool-trials.ts";
import type { CaseEndEvent, MetricResult, RunAbout, RunEvent, RunStartEvent } from "./run.ts";
import { ExitCode, type ReasonCode, runVerdict, type Status } from "./verdict.ts";

/** Counts that reconcile: passed + failed + notEvaluated = cases. */
export interface Totals {
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** Includes the cases that never ran. */
  readonly notEvaluated: number;
  /** Cases whose trials disagree. They are counted above as well. */
  readonly flaky: number;
  /** Cases that have not ended (yet). They are part of notEvaluated. */
  readonly notRun: number;
}

/** What one metric said over all conversations of a run. */
export interface MetricSummary {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly notEvaluated: number;
  readonly informational: number;
  /** Mean of the scores there are; undefined when there is none. */
  readonly mean: number | undefined;
}

/** One ended case over all its trials. */
export interface CaseRow {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly index: number;
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly flaky: boolean;
  readonly trials: number;
  readonly trialsPassed: number;
  readonly reason?: ReasonCode | undefined;
}

/** The fold of a run's events, small enough to hold for a hundred thousand cases. It stays up to date while they come. */
export interface RunSummary {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunAbout;
  readonly resumes: number;
  readonly totals: Totals;
  /** Conversations: a case counts once per trial. */
  readonly conversations: { readonly ended: number; readonly planned: number };
  readonly sets: ReadonlyMap<string, Totals>;
  readonly metrics: readonly MetricSummary[];
  readonly cases: readonly CaseRow[];
  readonly toolCalls: number;
  readonly end?:
    | { readonly at: string; readonly status: "ended" | "interrupted" | "stopped-early" }
    | undefined;
}

/** Folds the events of one run. The terminal, the files, `assay runs` and later the browser all use this. */
export interface RunFold {
  apply(event: RunEvent): void;
  summary(): RunSummary;
}

/** What the command exits with for a run. */
export function exitCodeOf(run: RunSummary): number {
  if (run.end?.status === "interrupted") return ExitCode.interrupted;
  return ExitCode[runVerdict(run.totals)];
}

export function runFold(): RunFold {
  let view: RunSummary | undefined;
  let resumes = 0;
  let ended = 0;
  let toolCalls = 0;
  let end: RunSummary["end"];
  const sets = new Map<string, MutableCounts>();
  const metrics = new Map<string, MutableMetric>();
  const open = new Map<string, EndedTrial[]>();
  const cases: CaseRow[] = [];
  const callsSoFar = new Map<string, number>();

  /** Figures are worked out when somebody looks: most events change one of them and nobody does. */
  function viewOf({ runId, at, about }: RunStartEvent): RunSummary {
    const bySet = () => new Map([...sets].map(([id, counts]) => [id, totalsOf(counts)]));
    return {
      runId,
      startedAt: at,
      about,
      cases,
      get resumes() {
        return resumes;
      },
      get totals() {
        return addTotals([...bySet().values()]);
      },
      get conversations() {
        return { ended, planned: about.caseCount * about.trials };
      },
      get sets() {
        return bySet();
      },
      get metrics() {
        return [...metrics]
          .filter(([, metric]) => metric.results > 0)
          .map(([name, metric]) => metricSummary(name, metric));
      },
      get toolCalls() {
        return toolCalls;
      },
      get end() {
        return end;
      },
    };
  }

  function addCalls(key: string, invocation: Invocation): void {
    const calls = toolCallsOf(invocation).length;
    if (calls > 0) callsSoFar.set(key, (callsSoFar.get(key) ?? 0) + calls);
  }

  function takeCalls(key: string): number {
    const calls = callsSoFar.get(key) ?? 0;
    callsSoFar.delete(key);
    return calls;
  }

  function endCase(event: CaseEndEvent, about: RunAbout): void {
    ended += 1;
    for (const result of event.metrics) addMetric(metrics, result);
    toolCalls += takeCalls(keyOf(event));
    if (about.trials === 1) {
      closeRow(onlyTrial(event));
      return;
    }
    const key = `${event.evalSetId}\n${event.evalId}`;
    const trials = open.get(key) ?? [];
    trials.push({ ...trialScores(event), index: event.index, reason: event.reason });
    if (trials.length < about.trials) {
      open.set(key, trials);
      return;
    }
    open.delete(key);
    closeRow(closeCase(event, trials, about));
  }

  function closeRow(row: CaseRow): void {
    insertInOrder(cases, row);
    const counts = sets.get(row.evalSetId);
    if (counts !== undefined) count(counts, row);
  }

  return {
    apply(event) {
      switch (event.type) {
        case "run-start":
          view = viewOf(event);
          for (const set of event.about.sets) {
            sets.set(set.evalSetId, newCounts(set.caseCount));
            for (const { name } of set.config.metrics) addName(metrics, name);
          }
          return;
        case "run-resume":
          resumes += 1;
          end = undefined;
          return;
        case "case-start":
          // a conversation that began again has not made its earlier calls twice
          callsSoFar.delete(keyOf(event));
          return;
        case "turn-end":
          addCalls(keyOf(event), event.invocation);
          return;
        case "case-end":
          if (view !== undefined) endCase(event, view.about);
          return;
        case "run-end":
          end = { at: event.at, status: event.status };
          return;
      }
    },
    summary() {
      if (view === undefined) throw new Error("a run begins with run-start");
      return view;
    },
  };
}

/** A metric's say in the verdict of its case: what scored only some turns is not neutral. */
export function countsAs(result: MetricResult): Status {
  if (result.status === "passed" && result.coverage !== undefined) return "not-evaluated";
  return result.status;
}

interface MutableCounts {
  cases: number;
  passed: number;
  failed: number;
  notEvaluated: number;
  flaky: number;
}

interface MutableMetric {
  passed: number;
  failed: number;
  notEvaluated: number;
  informational: number;
  readonly sum: ExactSum;
  scored: number;
  results: number;
}

interface EndedTrial extends TrialScores {
  readonly index: number;
  readonly reason: ReasonCode | undefined;
}

function newCounts(cases: number): MutableCounts {
  return { cases, passed: 0, failed: 0, notEvaluated: 0, flaky: 0 };
}

function count(counts: MutableCounts, row: CaseRow): void {
  if (row.status === "passed") counts.passed += 1;
  else if (row.status === "failed") counts.failed += 1;
  else counts.notEvaluated += 1;
  if (row.flaky) counts.flaky += 1;
}

function totalsOf({ cases, passed, failed, notEvaluated, flaky }: MutableCounts): Totals {
  const notRun = cases - passed - failed - notEvaluated;
  return { cases, passed, failed, notEvaluated: notEvaluated + notRun, flaky, notRun };
}

function addTotals(all: readonly Totals[]): Totals {
  const sum = (pick: (totals: Totals) => number) =>
    all.reduce((total, each) => total + pick(each), 0);
  return {
    cases: sum((each) => each.cases),
    passed: sum((each) => each.passed),
    failed: sum((each) => each.failed),
    notEvaluated: sum((each) => each.notEvaluated),
    flaky: sum((each) => each.flaky),
    notRun: sum((each) => each.notRun),
  };
}

/** In the order of the configs, whichever case ends first. */
function addName(metrics: Map<string, MutableMetric>, name: string): MutableMetric {
  const known = metrics.get(name);
  if (known !== undefined) return known;
  const counts = { passed: 0, failed: 0, notEvaluated: 0, informational: 0 };
  const metric = { ...counts, sum: exactSum(), scored: 0, results: 0 };
  metrics.set(name, metric);
  return metric;
}

function addMetric(metrics: Map<string, MutableMetric>, result: MetricResult): void {
  const metric = addName(metrics, result.name);
  metric.results += 1;
  if (result.status === "passed") metric.passed += 1;
  else if (result.status === "failed") metric.failed += 1;
  else if (result.status === "informational") metric.informational += 1;
  else metric.notEvaluated += 1;
  if (result.score !== undefined) {
    metric.sum.add(result.score);
    metric.scored += 1;
  }
}

function metricSummary(name: string, metric: MutableMetric): MetricSummary {
  const { passed, failed, notEvaluated, informational, sum, scored } = metric;
  const mean = scored === 0 ? undefined : sum.value() / scored;
  return { name, passed, failed, notEvaluated, informational, mean };
}

function trialScores(event: CaseEndEvent): TrialScores {
  return { status: event.status, metrics: event.metrics.map(metricScores) };
}

function metricScores(result: MetricResult): MetricScores {
  const byTurn = result.perInvocation.some((turn) => turn.score !== undefined);
  const status = countsAs(result);
  const scores = byTurn
    ? result.perInvocation.map((turn) => ({ score: turn.score, status: turn.status ?? status }))
    : [{ score: result.score, status }];
  const { name, threshold, direction, score } = result;
  return { name, status, threshold, direction, score, scores };
}

/** A case held once is judged by that conversation alone. */
function onlyTrial({ evalSetId, evalId, index, status, reason }: CaseEndEvent): CaseRow {
  const trialsPassed = status === "passed" ? 1 : 0;
  return { evalSetId, evalId, index, status, flaky: false, trials: 1, trialsPassed, reason };
}

function closeCase(event: CaseEndEvent, trials: readonly EndedTrial[], about: RunAbout): CaseRow {
  const pooled = poolTrials(trials, about.require);
  const inOrder = [...trials].sort((a, b) => a.index - b.index);
  return {
    evalSetId: event.evalSetId,
    evalId: event.evalId,
    index: inOrder[0]?.index ?? event.index,
    status: pooled.status,
    flaky: pooled.flaky,
    trials: trials.length,
    trialsPassed: trials.filter((trial) => trial.status === "passed").length,
    reason: inOrder.find((trial) => trial.reason !== undefined)?.reason,
  };
}

/** Cases end almost in plan order, so the place is near the end. */
function insertInOrder(rows: CaseRow[], row: CaseRow): void {
  let place = rows.length;
  while (place > 0 && (rows[place - 1]?.index ?? 0) > row.index) place -= 1;
  rows.splice(place, 0, row);
}
