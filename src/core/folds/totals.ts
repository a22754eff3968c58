import type { CaseRow } from "./case-row.ts";

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

/** Totals while they are being counted. */
export interface MutableCounts {
  cases: number;
  passed: number;
  failed: number;
  notEvaluated: number;
  flaky: number;
}

export function newCounts(cases: number): MutableCounts {
  return { cases, passed: 0, failed: 0, notEvaluated: 0, flaky: 0 };
}

export function count(counts: MutableCounts, row: CaseRow): void {
  if (row.status === "passed") counts.passed += 1;
  else if (row.status === "failed") counts.failed += 1;
  else counts.notEvaluated += 1;
  if (row.flaky) counts.flaky += 1;
}

export function totalsOf(counts: MutableCounts): Totals {
  const { passed, failed, notEvaluated, flaky } = counts;
  const ended = passed + failed + notEvaluated;
  // a run that went on with a set that had grown has more cases than it began with
  const cases = Math.max(counts.cases, ended);
  const notRun = cases - ended;
  return { cases, passed, failed, notEvaluated: notEvaluated + notRun, flaky, notRun };
}

export function addTotals(all: readonly Totals[]): Totals {
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
