import type { GateResult, GatesEndEvent, RunDecided, RunGates } from "../analysis/gate.ts";
import { gatedVerdict } from "../analysis/gated-verdict.ts";
import { countToolCalls } from "../invocation.ts";
import {
  addCalls as addAllCalls,
  addCall,
  type JudgeCheck,
  type ModelCallTotals,
  noCalls,
} from "../judge-check.ts";
import type {
  CaseEndEvent,
  CaseResult,
  RunEndEvent,
  RunEvent,
  RunMarkEvent,
  RunResumeEvent,
  RunStartEvent,
} from "../run.ts";
import type { RunInfo } from "../run-info.ts";
import { ExitCode } from "../verdict.ts";
import { caseKeyOf } from "./case-key.ts";
import { joinCase } from "./case-result.ts";
import {
  type CaseRow,
  closeCase,
  type EndedTrial,
  insertInOrder,
  isJudgedAlone,
  onlyTrial,
  trialScores,
} from "./case-row.ts";
import { knownCalls } from "./known-calls.ts";
import {
  addMetric,
  addName,
  type MetricSummary,
  type MutableMetric,
  metricSummary,
} from "./metric-summary.ts";
import { openCases } from "./open-cases.ts";
import { type TagTotal, tagTotals } from "./tag-totals.ts";
import {
  addTotals,
  count,
  type MutableCounts,
  newCounts,
  type Totals,
  totalsOf,
} from "./totals.ts";

/** The fold of a run's events, small enough to hold for a hundred thousand cases. It stays up to date while they come. */
export interface RunSummary {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunInfo;
  readonly resumes: number;
  readonly totals: Totals;
  /** Conversations: a case counts once per trial. */
  readonly conversations: { readonly ended: number; readonly planned: number };
  readonly sets: ReadonlyMap<string, Totals>;
  /** Of the cases that have ended, by tag; where least passed first. */
  readonly tags: ReadonlyMap<string, TagTotal>;
  readonly metrics: readonly MetricSummary[];
  readonly cases: readonly CaseRow[];
  readonly toolCalls: number;
  /** Model calls that we made ourselves, over all processes of the run. */
  readonly modelCalls: ModelCallTotals;
  /** What the judges of the run have shown, or were not asked to show: one entry for a judge and a metric. */
  readonly judgeChecks: readonly JudgeCheck[];
  /** How the run stands to its gates; undefined where it has none, or has not come to its end. */
  readonly gates?: readonly GateResult[] | undefined;
  /** Set where it ended before all of its cases had run, since its gates were decided. */
  readonly decided?: RunDecided | undefined;
  /** What somebody called it. */
  readonly name?: string | undefined;
  /** True: not to be removed. */
  readonly kept: boolean;
  /** With why it stopped early. */
  readonly end?: Pick<RunEndEvent, "at" | "status" | "detail"> | undefined;
}

/**
 * Folds the events of one run. The terminal, the files, `assay runs` and later the browser all use this.
 * An event that it has already changes nothing.
 */
export interface RunFold {
  /** The conversation that the event ended, whole. */
  apply(event: RunEvent): CaseResult | undefined;
  summary(): RunSummary;
}

/** What the command exits with for a run. */
export function exitCodeOf(run: RunSummary): number {
  if (run.end?.status === "interrupted") return ExitCode.interrupted;
  return ExitCode[gatedVerdict(run)];
}

export function runFold(): RunFold {
  let view: RunSummary | undefined;
  let resumes = 0;
  let ended = 0;
  let toolCalls = 0;
  let calls: ModelCallTotals = noCalls;
  const checks = new Map<string, JudgeCheck>();
  let end: RunSummary["end"];
  let told: Partial<Pick<GatesEndEvent, "gates" | "decided">> = {};
  /** With what the run is held against by now, which may have been asked anew. */
  let info: RunInfo | undefined;
  let mark: Pick<RunMarkEvent, "name" | "kept"> = {};
  const sets = new Map<string, MutableCounts>();
  const metrics = new Map<string, MutableMetric>();
  const open = new Map<string, EndedTrial[]>();
  const cases: CaseRow[] = [];
  const tags = tagTotals();
  const conversations = openCases();
  const isNewCall = knownCalls();
  const known = new Set<string>();

  function isNews(id: string): boolean {
    if (known.has(id)) return false;
    known.add(id);
    return true;
  }

  /** Figures are worked out when somebody looks: most events change one of them and nobody does. */
  function viewOf({ runId, at, about }: RunStartEvent): RunSummary {
    const bySet = () => new Map([...sets].map(([id, counts]) => [id, totalsOf(counts)]));
    // reporters of all kinds hold it, and none may write its figures
    return Object.freeze({
      runId,
      startedAt: at,
      get about() {
        return info ?? about;
      },
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
      get tags() {
        return tags.byTag();
      },
      get metrics() {
        return [...metrics]
          .filter(([, metric]) => metric.results > 0)
          .map(([name, metric]) => metricSummary(name, metric));
      },
      get modelCalls() {
        return [...checks.values()].reduce((sum, { paid }) => addAllCalls(sum, paid), calls);
      },
      get judgeChecks() {
        return [...checks.values()];
      },
      get toolCalls() {
        return toolCalls;
      },
      get gates() {
        return told.gates;
      },
      get decided() {
        return told.decided;
      },
      get name() {
        return mark.name === undefined ? about.name : (mark.name ?? undefined);
      },
      get kept() {
        return mark.kept === true;
      },
      get end() {
        return end;
      },
    });
  }

  function begin(event: RunStartEvent): void {
    view = viewOf(event);
    for (const set of event.about.sets) {
      sets.set(set.evalSetId, newCounts(set.caseCount));
      for (const { name } of set.config.metrics) addName(metrics, name);
    }
  }

  function holdAgainst(asked: RunGates): void {
    if (view !== undefined) info = { ...view.about, gates: asked };
  }

  function resume({ at, gates: anew }: RunResumeEvent): void {
    if (!isNews(`resume ${at}`)) return;
    if (anew !== undefined) holdAgainst(anew);
    resumes += 1;
    end = undefined;
    told = {};
  }

  function tellGates(event: GatesEndEvent): void {
    if (!isNews(`gates ${event.at}`)) return;
    told = event;
    holdAgainst(event.asked);
  }

  function stop({ at, status, detail }: RunEndEvent): void {
    if (isNews(`end ${at} ${status}`)) end = { at, status, ...(detail && { detail }) };
  }

  function note({ at, name = mark.name, kept = mark.kept }: RunMarkEvent): void {
    if (isNews(`mark ${at} ${name} ${kept}`)) mark = { name, kept };
  }

  function endCase(event: CaseEndEvent, about: RunInfo): CaseResult | undefined {
    const conversation = conversations.end(event);
    if (conversation === undefined) return undefined;
    ended += 1;
    for (const result of event.metrics) addMetric(metrics, result);
    for (const { invocation } of conversation.turns) toolCalls += countToolCalls(invocation);
    // calls of a turn that broke off were made, too
    if (event.partial !== undefined) toolCalls += countToolCalls(event.partial);
    addTrial(event, about);
    return joinCase(conversation, event);
  }

  function addTrial(event: CaseEndEvent, about: RunInfo): void {
    if (isJudgedAlone(about)) {
      closeRow(onlyTrial(event));
      return;
    }
    const key = caseKeyOf(event);
    const trials = open.get(key) ?? [];
    const { index, trial, reason } = event;
    trials.push({ ...trialScores(event), index, trial, reason });
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
    tags.close(row);
  }

  return {
    apply(event) {
      switch (event.type) {
        case "run-start":
          if (view === undefined) begin(event);
          return undefined;
        case "run-resume":
          resume(event);
          return undefined;
        case "case-start":
          conversations.start(event);
          tags.start(event);
          return undefined;
        case "turn-end":
          conversations.addTurn(event);
          return undefined;
        case "state-set":
          return undefined;
        case "call-end":
          if (isNewCall(event)) calls = addCall(calls, event);
          return undefined;
        case "check-end": {
          // a run that goes on says it again; what it paid in all stands in the last word
          const { type: _, runId: __, at: ___, ...check } = event;
          checks.set(`${check.metric}\n${check.model}`, check);
          return undefined;
        }
        case "case-end":
          return view === undefined ? undefined : endCase(event, view.about);
        case "gates-end":
          tellGates(event);
          return undefined;
        case "run-mark":
          note(event);
          return undefined;
        case "run-end":
          stop(event);
          return undefined;
      }
    },
    summary() {
      if (view === undefined) throw new Error("a run begins with run-start");
      return view;
    },
  };
}
