import { caseKeyOf } from "../../core/folds/case-key.ts";
import type { RunTable, TableCase } from "../../core/folds/run-table.ts";
import type { Direction } from "../../core/verdict.ts";
import type { PairedComparison } from "../../statistics/comparisons/compare-paired.ts";
import { noWorseGate } from "../../statistics/gates/no-worse-gate.ts";
import { clusterOf, meanScore, passedShare } from "../case-values.ts";
import { compareFigure } from "../compare/compare-figures.ts";
import { type CasePair, pairCases } from "../compare/pair-cases.ts";
import { needMetric } from "./check-gate.ts";
import type { EvaluateGatesRequest, MeasuredGate } from "./gate-request.ts";
import { type FigureOf, rangeOf, scoreValue, shareValue } from "./gated-values.ts";
import type { NoWorseGate } from "./parse-gate.ts";

/** Whether the run is shown to be no worse than its baseline, by more than the margin. */
export function measureNoWorse(gate: NoWorseGate, request: EvaluateGatesRequest): MeasuredGate {
  const { run, baseline, gates } = request;
  if (baseline === undefined) return nothing("There is no run to compare with any more.");
  const figure = noWorseFigure(gate, run, baseline);
  if (figure === undefined) {
    return nothing(`The run to compare with does not have ${gate.figure.metric}.`);
  }
  const paired = pairCases(baseline, run);
  // what was evaluated in this run alone has no partner; what was in neither might have been anything in both
  const asked = paired.pairs.filter(({ a, b }) => {
    const value = figure.after(b);
    return value !== undefined && (figure.before(a) !== null || value.value === null);
  });
  if (asked.every(({ a }) => figure.before(a) === null))
    return nothing("No case is in both runs with a value to compare.");
  const unfinished = asked.filter(({ b }) => {
    const value = figure.after(b);
    return value?.value === null || value?.ends !== undefined;
  });
  // cases that should have run as well: those of the baseline that are missing here, as far as any are
  const lost = lostCases(paired.onlyInA, figure, run.notRun);
  const compare = (end: 0 | 1 | null): PairedComparison | null =>
    compareFigure({
      pairs: end === null ? asked : [...asked, ...lost[end].map((a) => ({ a, b: notRun(a) }))],
      valuesOf: (pair) => ({
        a: figure.before(pair.a) ?? otherEnd(figure, end),
        b: valueAt(pair, figure, end),
      }),
      direction: figure.direction,
      single: baseline.about.trials === 1 && run.about.trials === 1,
    });
  const notEvaluated = unfinished.length + lost[0].length;
  const isWhole = notEvaluated === 0;
  const [worst, best] = figure.direction === "higher" ? ([0, 1] as const) : ([1, 0] as const);
  const clusters = clustersOf(asked);
  const isBounded = figure.range !== null;
  const result = noWorseGate(compare(null), gate.margin, {
    better: figure.direction,
    by: gates.by,
    ...(clusters === undefined ? {} : { clusters }),
    ...(figure.range === null ? {} : { apart: figure.range[1] - figure.range[0] }),
    ...(isWhole
      ? {}
      : {
          // where nobody knows how bad it could be, what was not evaluated leaves it open
          worst: isBounded ? compare(worst) : null,
          best: isBounded ? compare(best) : null,
        }),
  });
  const unpaired =
    run.cases.filter((each) => figure.after(each) !== undefined).length - asked.length;
  return { ...result, cases: asked.length + lost[0].length, notEvaluated, unpaired };
}

/** Undefined where no case belongs to any. */
function clustersOf(pairs: readonly CasePair[]): number | undefined {
  const all = pairs.map(({ a, b }) => ({ ...b, cluster: b.cluster ?? a.cluster }));
  if (all.every(({ cluster }) => cluster === undefined)) return undefined;
  return new Set(all.map(clusterOf)).size;
}

/** Which of them are missing may not be known: at its least the run lost what was best before, at its most what was worst. */
function lostCases(
  onlyBefore: readonly TableCase[],
  { before }: NoWorseFigure,
  count: number,
): readonly [least: readonly TableCase[], most: readonly TableCase[]] {
  const known = onlyBefore
    .map((each) => ({ each, value: before(each), key: caseKeyOf(each) }))
    .filter(({ value }) => value !== null)
    .sort((a, b) => (a.value ?? 0) - (b.value ?? 0) || (a.key < b.key ? -1 : 1))
    .map(({ each }) => each);
  return [known.slice(Math.max(0, known.length - count)), known.slice(0, count)];
}

function nothing(missing: string): MeasuredGate {
  const unknown = { estimate: null, bound: null, needed: null } as const;
  return { outcome: "undecided", ...unknown, cases: 0, notEvaluated: 0, missing };
}

/** A case of the baseline that this run should have had, and has nothing of. */
function notRun(a: TableCase): TableCase {
  return { ...a, status: "not-evaluated", trials: [] };
}

/** What was not evaluated before either might have been the opposite of what it is taken for now. */
function otherEnd({ range }: NoWorseFigure, end: 0 | 1 | null): number | null {
  return end === null ? null : (range?.[end === 0 ? 1 : 0] ?? null);
}

function valueAt({ b }: CasePair, { after, range }: NoWorseFigure, end: 0 | 1 | null) {
  const value = after(b);
  if (end === null) return value?.value ?? null;
  return value?.ends?.[end] ?? value?.value ?? range?.[end] ?? null;
}

interface NoWorseFigure {
  readonly before: (each: TableCase) => number | null;
  readonly after: FigureOf;
  readonly direction: Direction;
  /** Between which every value lies; null where that has no end. */
  readonly range: readonly [number, number] | null;
}

/** Undefined where the baseline has no such metric. */
export function noWorseFigure(
  gate: NoWorseGate,
  run: Pick<RunTable, "metrics">,
  baseline: Pick<RunTable, "metrics">,
): NoWorseFigure | undefined {
  const { metric } = gate.figure;
  if (metric === undefined) {
    return { before: passedShare, after: shareValue, direction: "higher", range: [0, 1] };
  }
  const inRun = needMetric(run, metric, gate.text);
  const inBaseline = baseline.metrics.findIndex(({ name }) => name === metric);
  if (inBaseline === -1) return undefined;
  const range = rangeOf(run.metrics[inRun]);
  return {
    before: (each) => meanScore(each, inBaseline),
    after: scoreValue(inRun, range),
    direction: run.metrics[inRun]?.direction ?? "higher",
    range,
  };
}
