import type { RunTable, TableCase, TableMetric } from "../../core/folds/run-table.ts";
import type { GatedValue } from "../../statistics/gates/mean-gate.ts";
import { passHatK } from "../../statistics/rates/pass-at-k.ts";
import { clusterOf, meanScore } from "../case-values.ts";

type Ends = readonly [least: number, most: number];

/** A case's value, and what it might be at worst and at best. Undefined where the gate is not about the case. */
export type FigureOf = (each: TableCase) => Omit<GatedValue, "cluster"> | undefined;

/** What a gate sees of a run's cases; those that never ran are there with nothing known of them. */
export function gatedValues(
  { cases, notRun }: Pick<RunTable, "cases" | "notRun">,
  figureOf: FigureOf,
): readonly GatedValue[] {
  const clustered = cases.some(({ cluster }) => cluster !== undefined);
  const values = cases.flatMap((each) => {
    const value = figureOf(each);
    if (value === undefined) return [];
    return [clustered ? { ...value, cluster: clusterOf(each) } : value];
  });
  const missing = Array.from({ length: notRun }, (_, index) =>
    clustered ? { value: null, cluster: `not run ${index}` } : { value: null },
  );
  return [...values, ...missing];
}

/** 1, 0, or nothing. */
export function verdictValue({ status }: TableCase): GatedValue {
  return { value: status === "not-evaluated" ? null : status === "passed" ? 1 : 0 };
}

/** A metric's mean over the case's trials; a case that never asked it has no say. */
export function scoreValue(place: number, range: Ends | null): FigureOf {
  return (each) => {
    const missing = each.trials.filter(({ unscored }) => unscored?.includes(place)).length;
    const value = meanScore(each, place);
    if (value === null) return missing === 0 ? undefined : { value };
    if (missing === 0) return { value };
    if (range === null) return { value: null };
    const scored = each.trials.filter(({ scores }) => scores[place] !== undefined).length;
    const end = (side: 0 | 1) => (value * scored + range[side] * missing) / (scored + missing);
    return { value, ends: [end(0), end(1)] };
  };
}

/** Whether every trial passed: one that failed settles it, whatever the others would have been. */
export function everyTrialValue({ trials }: TableCase): GatedValue {
  if (trials.some(({ status }) => status === "failed")) return { value: 0 };
  return { value: trials.every(({ status }) => status === "passed") ? 1 : null };
}

/** The share of the case's trials that passed. */
export function shareValue({ trials }: TableCase): GatedValue {
  return trialsValue(trials, (passed, of) => (of === 0 ? null : passed / of));
}

/** The chance that k trials all pass; nothing where fewer were evaluated. */
export function passHatValue(k: number): FigureOf {
  return ({ trials }) => trialsValue(trials, (passed, of) => passHatK(of, passed, k) ?? null);
}

/** Trials that were not evaluated count as failed at worst, and as passed at best. */
function trialsValue(
  trials: TableCase["trials"],
  figure: (passed: number, of: number) => number | null,
): GatedValue {
  const missing = trials.filter(({ status }) => status === "not-evaluated").length;
  const passed = trials.filter(({ status }) => status === "passed").length;
  const value = figure(passed, trials.length - missing);
  if (missing === 0) return { value };
  const ends = [figure(passed, trials.length), figure(passed + missing, trials.length)] as const;
  const [least, most] = ends;
  return least === null || most === null ? { value } : { value, ends: [least, most] };
}

/** Between which a metric's scores lie, where it says so. */
export function rangeOf(metric: Pick<TableMetric, "range"> | undefined): Ends | null {
  const { min, max } = metric?.range ?? {};
  return min === undefined || max === undefined ? null : [min, max];
}
