import { keyOf } from "./case-result.ts";
import {
  type CaseRow,
  closeCase,
  type EndedTrial,
  insertInOrder,
  onlyTrial,
  trialScores,
} from "./case-row.ts";
import { type Invocation, toolCallsOf } from "./invocation.ts";
import {
  addMetric,
  addName,
  type MetricSummary,
  type MutableMetric,
  metricSummary,
} from "./metric-summary.ts";
import type { CallEndEvent, CaseEndEvent, RunAbout, RunEvent, RunStartEvent } from "./run.ts";
import {
  addTotals,
  count,
  type MutableCounts,
  newCounts,
  type Totals,
  totalsOf,
} from "./totals.ts";
import { ExitCode, runVerdict } from "./verdict.ts";

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
  /** Model calls that we made ourselves, over all processes of the run. */
  readonly modelCalls: ModelCallTotals;
  readonly end?:
    | { readonly at: string; readonly status: "ended" | "interrupted" | "stopped-early" }
    | undefined;
}

/** What judges, simulated users and simulated tools cost. */
export interface ModelCallTotals {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  /** US dollars; undefined when the price of any call is unknown. */
  readonly cost: number | undefined;
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
  let calls: ModelCallTotals = { calls: 0, input: 0, output: 0, cost: 0 };
  let end: RunSummary["end"];
  const sets = new Map<string, MutableCounts>();
  const metrics = new Map<string, MutableMetric>();
  const open = new Map<string, EndedTrial[]>();
  const cases: CaseRow[] = [];
  const callsSoFar = new Map<string, number>();

  /** Figures are worked out when somebody looks: most events change one of them and nobody does. */
  function viewOf({ runId, at, about }: RunStartEvent): RunSummary {
    const bySet = () => new Map([...sets].map(([id, counts]) => [id, totalsOf(counts)]));
    // reporters of all kinds hold it, and none may write its figures
    return Object.freeze({
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
      get modelCalls() {
        return calls;
      },
      get toolCalls() {
        return toolCalls;
      },
      get end() {
        return end;
      },
    });
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
    insertInOrder(cases, Object.freeze(row));
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
        case "call-end":
          calls = addCall(calls, event);
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

function addCall(totals: ModelCallTotals, { reply, cost }: CallEndEvent): ModelCallTotals {
  return {
    calls: totals.calls + 1,
    input: totals.input + (reply.usage?.input ?? 0),
    output: totals.output + (reply.usage?.output ?? 0),
    cost: totals.cost === undefined || cost === undefined ? undefined : totals.cost + cost,
  };
}
