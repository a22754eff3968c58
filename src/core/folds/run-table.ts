import type { RunDecided } from "../analysis/gate.ts";
import { addCall, addCalls, type ModelCallTotals, noCalls } from "../judge-check.ts";
import type { CaseEndEvent, RunEvent, RunStartEvent } from "../run.ts";
import type { MetricSetting, RunInfo } from "../run-info.ts";
import type { Direction, ReasonCode } from "../verdict.ts";
import type { CaseEndFigures } from "./case-end-figures.ts";
import { caseKeyOf } from "./case-key.ts";
import { closeCase, type EndedTrial, isJudgedAlone, trialScores } from "./case-row.ts";
import { knownCalls } from "./known-calls.ts";

/**
 * What numbers are made of: a row a case, without any text. Comparisons, gates, trends and power all read this, and it is
 * small enough for a hundred thousand cases.
 */
export interface RunTable {
  readonly runId: string;
  readonly startedAt: string;
  readonly about: RunInfo;
  /** In the order of the configs. */
  readonly metrics: readonly TableMetric[];
  /** Cases of which every trial has ended, in plan order. */
  readonly cases: readonly TableCase[];
  /** Cases that were planned and have no verdict: not run, or not all of their trials. */
  readonly notRun: number;
  /** Set where it ended before all of its cases had run, since its gates were decided. */
  readonly decided?: RunDecided | undefined;
  /** Model calls that we made ourselves, judge checks included. */
  readonly modelCalls: ModelCallTotals;
}

export interface TableMetric {
  readonly name: string;
  readonly direction: Direction;
  /** What most cases are held against; a case may have its own. */
  readonly threshold?: number | undefined;
  /** Between which its scores lie, where it says so. */
  readonly range?: MetricSetting["range"];
  /** True: it has no say in any verdict. */
  readonly informational: boolean;
}

export interface TableCase {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly index: number;
  readonly cluster?: string | undefined;
  /** Over all its trials, by the run's own rule. */
  readonly status: "passed" | "failed" | "not-evaluated";
  /** In their order. */
  readonly trials: readonly TableTrial[];
}

interface TableTrial {
  readonly trial: number;
  readonly status: "passed" | "failed" | "not-evaluated";
  readonly reason?: ReasonCode | undefined;
  /** Seconds. */
  readonly duration: number;
  /** By the place of the metric in the table; undefined where it was not asked or has no score. */
  readonly scores: readonly (number | undefined)[];
  /** Places of metrics that came to no score: they were asked, or the conversation ended before any could be. */
  readonly unscored?: readonly number[] | undefined;
}

export interface TableFold {
  apply(event: RunEvent): void;
  /** The end of a conversation that is the verdict of its case (`isJudgedAlone`), without the event. */
  addEnd(end: CaseEndFigures): void;
  table(): RunTable;
}

/** The fold of a run to its table. What it has already changes nothing. `onCase` hears of each case as its last trial ends. */
export function tableFold(onCase?: (each: TableCase) => void): TableFold {
  let start: RunStartEvent | undefined;
  let decided: RunDecided | undefined;
  let made: ModelCallTotals = noCalls;
  const checks = new Map<string, ModelCallTotals>();
  const isNewCall = knownCalls();
  const places = new Map<string, number>();
  const placesOfSet = new Map<string, number[]>();
  const metrics: (Omit<TableMetric, "informational"> & { informational: boolean })[] = [];
  const newEnd = newEnds();
  const open = new Map<string, OpenCase>();
  const cases: TableCase[] = [];
  let lastUnscored: readonly number[] = [];

  function placeOf({
    name,
    direction,
    threshold,
    range,
  }: Omit<TableMetric, "informational">): number {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, metrics.length);
    metrics.push({ name, direction, threshold, range, informational: true });
    return metrics.length - 1;
  }

  function begin(event: RunStartEvent): void {
    if (start !== undefined) return;
    start = event;
    for (const { evalSetId, config } of event.about.sets) {
      const settings: readonly MetricSetting[] = config.metrics;
      const known = placesOfSet.get(evalSetId) ?? [];
      placesOfSet.set(evalSetId, [...new Set([...known, ...settings.map(placeOf)])]);
    }
  }

  function scoresOf(event: CaseEndFigures): Pick<TableTrial, "scores" | "unscored"> {
    const scores: (number | undefined)[] = new Array(metrics.length).fill(undefined);
    let unscored: number[] | undefined;
    if (isUnmeasured(event)) unscored = placesOfSet.get(event.evalSetId);
    for (const metric of event.metrics) {
      const place = placeOf(metric);
      scores[place] = metric.score;
      if (metric.score === undefined) {
        unscored ??= [];
        unscored.push(place);
      }
      const known = metrics[place];
      if (known !== undefined && metric.status !== "informational") known.informational = false;
    }
    if (unscored === undefined) return { scores };
    // mostly the same in every case, and then it is kept once
    if (!isSame(unscored, lastUnscored)) lastUnscored = unscored;
    return { scores, unscored: lastUnscored };
  }

  function figuresOf(event: CaseEndFigures): TableTrial {
    const { trial, status, reason, duration } = event;
    return { trial, status, duration, ...scoresOf(event), ...(reason && { reason }) };
  }

  function addEnd(event: CaseEndFigures): void {
    const ids = newEnd(event);
    if (ids === undefined) return;
    const { index, status } = event;
    close(tableCase({ ...ids, index, status }, event, [figuresOf(event)]));
  }

  function end(event: CaseEndEvent, about: RunInfo | undefined): void {
    if (about === undefined) return;
    if (isJudgedAlone(about)) {
      addEnd(event);
      return;
    }
    if (newEnd(event) === undefined) return;
    const key = caseKeyOf(event);
    const found = open.get(key) ?? { trials: [], figures: [] };
    const { index, trial, reason } = event;
    found.trials.push({ ...trialScores(event), index, trial, reason });
    found.figures.push(figuresOf(event));
    open.set(key, found);
    if (found.trials.length < about.trials) return;
    open.delete(key);
    const inOrder = found.figures.sort((a, b) => a.trial - b.trial);
    close(tableCase(closeCase(event, found.trials, about), event, inOrder));
  }

  function close(each: TableCase): void {
    cases.push(each);
    onCase?.(each);
  }

  return {
    apply(event) {
      if (event.type === "run-start") begin(event);
      else if (event.type === "call-end") {
        if (isNewCall(event)) made = addCall(made, event);
      } else if (event.type === "check-end") {
        // a run that goes on says it again; what it paid in all stands in the last word
        checks.set(`${event.metric}\n${event.model}`, event.paid);
      } else if (event.type === "gates-end") decided = event.decided;
      else if (event.type === "case-end") end(event, start?.about);
    },
    addEnd,
    table() {
      if (start === undefined) throw new Error("a run begins with run-start");
      const { runId, at, about } = start;
      const notRun = Math.max(0, about.caseCount - cases.length);
      const inOrder = cases.toSorted((a, b) => a.index - b.index);
      const modelCalls = [...checks.values()].reduce(addCalls, made);
      const names = metrics.map((metric) => ({ ...metric }));
      const early = decided && { decided };
      const figures = { metrics: names, cases: inOrder, notRun, ...early, modelCalls };
      return { runId, startedAt: at, about, ...figures };
    },
  };
}

/** An agent that threw or hung, a simulated user that fell silent: what its metrics would have said, nobody knows. */
function isUnmeasured({ metrics, reason }: CaseEndFigures): boolean {
  return metrics.length === 0 && reason !== undefined && reason !== "no-metrics";
}

interface EndedIds {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly trial: number;
}

/** The ids of a conversation that ends for the first time. A place in the plan is one case's alone, but for damage. */
function newEnds(): (end: CaseEndFigures) => EndedIds | undefined {
  const setIds = new Map<string, string>();
  const atPlace = new Map<number, EndedIds>();
  const others = new Set<string>();
  // a piece of a stored text would keep the whole of it alive
  const own = ({ evalSetId, evalId, trial }: CaseEndFigures): EndedIds => {
    const set = setIds.get(evalSetId) ?? evalSetId;
    setIds.set(set, set);
    return { evalSetId: set, evalId: ` ${evalId}`.slice(1), trial };
  };
  return (end) => {
    const ids = own(end);
    const first = atPlace.get(end.index);
    if (first === undefined) {
      atPlace.set(end.index, ids);
      return ids;
    }
    const isSameCase = first.evalId === ids.evalId && first.evalSetId === ids.evalSetId;
    if (isSameCase && first.trial === ids.trial) return undefined;
    const key = `${caseKeyOf(ids)}\n${ids.trial}`;
    if (others.has(key)) return undefined;
    others.add(key);
    return ids;
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

interface OpenCase {
  readonly trials: EndedTrial[];
  readonly figures: TableTrial[];
}

function tableCase(
  { evalSetId, evalId, index, status }: Omit<TableCase, "trials">,
  { cluster }: CaseEndFigures,
  trials: readonly TableTrial[],
): TableCase {
  return {
    evalSetId,
    evalId,
    index,
    status,
    trials,
    ...(cluster && { cluster: ` ${cluster}`.slice(1) }),
  };
}
