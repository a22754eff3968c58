import { logBeta } from "../distributions/log-beta.ts";
import { needFinite, needProbability } from "../need-finite.ts";
import { clopperPearson } from "../rates/clopper-pearson.ts";
import type { Tally } from "../rates/tally.ts";

export interface DriftOptions {
  /** False alarms that are borne, over all runs together: 0.05 when left out. */
  readonly alpha?: number;
}

export interface Drift {
  /** What speaks against all runs having one rate, after the last of them; drift is called where it ever reached `bar`. */
  readonly evidence: number;
  readonly bar: number;
  readonly direction: "up" | "down" | null;
  /** Place of the run at which it was called; null where it was not. */
  readonly calledAt: number | null;
  /** Place of the run since which the rate is most likely another one; null where it was not called. */
  readonly since: number | null;
}

/** Where on the interval the evidence is weakest, found by thirds. */
const NARROWING = 40;

/**
 * Whether the pass rate of a set left that of its first run, looked at after every run. A bet on each run being the
 * first of another rate, all bets together, against whichever rate the first run allows. Null where the first run has
 * fewer than two verdicts.
 */
export function driftOf(runs: readonly Tally[], { alpha = 0.05 }: DriftOptions = {}): Drift | null {
  needProbability(alpha, "alpha");
  for (const { passed, failed, notEvaluated } of runs) {
    needFinite([passed, failed, notEvaluated], "counts of a run");
  }
  const [first, ...later] = runs;
  if (first === undefined) return null;
  // half of the alarms for the first run being off, half for those after it
  const base = clopperPearson(first.passed, first.passed + first.failed, {
    confidence: 1 - alpha / 2,
  });
  if (base === null) return null;
  const bar = 2 / alpha;
  let evidence = 1;
  let rate = (base[0] + base[1]) / 2;
  for (let last = 1; last <= later.length; last += 1) {
    const starts = suffixes(later.slice(0, last));
    // where the evidence against one rate is short of the bar, so is the weakest
    if (last < later.length && logMixture(starts, rate) < Math.log(bar)) continue;
    rate = weakest((p) => logMixture(starts, p), base);
    evidence = Math.exp(logMixture(starts, rate));
    if (evidence >= bar) return called(starts, { rate, evidence, bar, last });
  }
  return { evidence, bar, direction: null, calledAt: null, since: null };
}

interface Suffix {
  readonly passed: number;
  readonly failed: number;
  /** Weight and what of the e-value hangs on no rate: the same for every rate that is tried. */
  readonly logBase: number;
}

/** What was counted from each run on. Weights that add up to 1 at most, however many runs will come. */
function suffixes(runs: readonly Tally[]): readonly Suffix[] {
  const found: Suffix[] = [];
  let [passed, failed] = [0, 0];
  for (let start = runs.length; start >= 1; start -= 1) {
    passed += runs[start - 1]?.passed ?? 0;
    failed += runs[start - 1]?.failed ?? 0;
    const logBase = logBeta(1 + passed, 1 + failed) - Math.log(start * (start + 1));
    found.push({ passed, failed, logBase });
  }
  return found.reverse();
}

function logOf({ passed, failed, logBase }: Suffix, p: number): number {
  return logBase - passed * Math.log(p) - failed * Math.log1p(-p);
}

/** Bets on runs that are still to come have neither won nor lost: 1/(n + 1) of all. */
function logMixture(starts: readonly Suffix[], p: number): number {
  const logs = [...starts.map((start) => logOf(start, p)), -Math.log(starts.length + 1)];
  const most = logs.reduce((max, log) => Math.max(max, log));
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0));
}

/** The mixture is convex in the rate, so its least value is found by leaving out a third at a time. */
function weakest(of: (p: number) => number, [from, to]: readonly [number, number]): number {
  let [low, high] = [Math.max(from, 1e-9), Math.min(to, 1 - 1e-9)];
  for (let step = 0; step < NARROWING; step += 1) {
    const third = (high - low) / 3;
    if (of(low + third) < of(high - third)) high -= third;
    else low += third;
  }
  return (low + high) / 2;
}

function called(
  starts: readonly Suffix[],
  { rate, evidence, bar, last }: { rate: number; evidence: number; bar: number; last: number },
): Drift {
  const logs = starts.map((start) => logOf(start, rate));
  const index = logs.indexOf(logs.reduce((max, log) => Math.max(max, log)));
  const { passed = 0, failed = 0 } = starts[index] ?? {};
  const direction = passed / (passed + failed) > rate ? "up" : "down";
  return { evidence, bar, direction, calledAt: last, since: index + 1 };
}
