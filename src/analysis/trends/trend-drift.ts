import type { TrialStatus } from "../../core/folds/case-row.ts";
import type { Tally } from "../../statistics/rates/tally.ts";
import { type Drift, driftOf } from "../../statistics/sequential/drift.ts";
import type { TrendDrift, TrendTally } from "./trend.ts";

/** The verdicts of a run of the whole set. */
export interface WholeRun {
  readonly runId: string;
  readonly verdicts: ReadonlyMap<string, TrialStatus>;
}

/**
 * Whether the pass rate left that of the first of these runs, by a test that may be asked after every run. Only the cases
 * that all of the runs share are counted, so that a set that grows is no drift. Null where too little can be compared.
 */
export function trendDrift(
  runs: readonly WholeRun[],
  shared: readonly string[],
): TrendDrift | null {
  if (runs.length < 2 || shared.length === 0) return null;
  const tallies = runs.map(({ verdicts }) => tallyOf(shared, verdicts));
  const found = lastDrift(tallies);
  if (found === null) return null;
  const { direction, evidence, bar, since, calledAt, from } = found;
  const known = { direction, evidence, bar, runs: runs.length, cases: shared.length };
  if (since === null || calledAt === null) {
    return { ...known, since: null, calledAt: null, before: null, after: null };
  }
  return {
    ...known,
    since: runs[from + since]?.runId ?? null,
    calledAt: runs[from + calledAt]?.runId ?? null,
    before: sumOf(tallies.slice(from, from + since)),
    after: sumOf(tallies.slice(from + since)),
  };
}

/** Once a drift is called, the runs since then are what later ones are compared with: the latest drift is told. */
function lastDrift(tallies: readonly Tally[]): (Drift & { readonly from: number }) | null {
  let found: (Drift & { readonly from: number }) | null = null;
  for (let from = 0; from < tallies.length; ) {
    const drift = driftOf(tallies.slice(from));
    if (drift === null || (drift.since === null && found !== null)) return found;
    found = { ...drift, from };
    if (drift.since === null) return found;
    from += drift.since;
  }
  return found;
}

function tallyOf(ids: readonly string[], verdicts: WholeRun["verdicts"]): Tally {
  const tally = { passed: 0, failed: 0, notEvaluated: 0 };
  for (const id of ids) {
    const verdict = verdicts.get(id);
    if (verdict === "passed") tally.passed += 1;
    else if (verdict === "failed") tally.failed += 1;
    else tally.notEvaluated += 1;
  }
  return tally;
}

function sumOf(tallies: readonly Tally[]): TrendTally {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  return { passed, evaluated: tallies.reduce((sum, tally) => sum + tally.failed, passed) };
}
