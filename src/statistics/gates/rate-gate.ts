import { isNear } from "../../core/numbers/is-near.ts";
import { normalQuantile } from "../distributions/normal.ts";
import { type ConfidenceOptions, usualConfidence } from "../interval.ts";
import { needFinite } from "../need-finite.ts";
import type { Tally } from "../rates/tally.ts";
import { wilsonBounds } from "../rates/wilson.ts";
import { confidenceSequence } from "../sequential/confidence-sequence.ts";
import {
  decide,
  decidingBound,
  type GateBounds,
  type GateComparison,
  type GateOptions,
  type GateOutcome,
  type GateResult,
  needThreshold,
} from "./comparison.ts";
import { leastThat } from "./least-that.ts";

/**
 * Whether a pass rate is beyond a threshold, by the one-sided bounds of Wilson. Cases that were not evaluated count as
 * failed for the lower bound and as passed for the upper one: they can only make it undecided.
 */
export function rateGate(
  tally: Tally,
  comparison: GateComparison,
  options?: GateOptions,
): GateResult {
  const { passed, failed, notEvaluated } = tally;
  needFinite([passed, failed, notEvaluated], "counts of cases");
  const all = passed + failed + notEvaluated;
  // what was not evaluated makes no sample of a single case
  const isSample = passed + failed > 1;
  const bounds = !isSample
    ? nothing
    : {
        lower: wilsonBounds(passed, all, options)?.lower ?? null,
        upper: wilsonBounds(passed + notEvaluated, all, options)?.upper ?? null,
      };
  return resultOf(tally, bounds, comparison, options);
}

/**
 * The same question, asked after every case: by the confidence sequence, so that stopping early costs no truth. Counts
 * may be fractions: a case of five trials of which three passed is 0.6 passed and 0.4 failed.
 */
export function sequentialRateGate(
  tally: Tally,
  comparison: GateComparison,
  options?: ConfidenceOptions,
): GateResult {
  const { passed, failed, notEvaluated } = tally;
  needFinite([passed, failed, notEvaluated], "counts of cases");
  const result = resultOf(tally, sequentialBounds(tally, options), comparison, options);
  const rate = estimateOf(tally);
  if (result.outcome !== "undecided" || rate === null || isNear(rate, comparison.threshold)) {
    return { ...result, needed: null };
  }
  const decides = (cases: number) => {
    const alike = { passed: rate * cases, failed: (1 - rate) * cases, notEvaluated: 0 };
    return sequentialOutcome(alike, comparison, options) !== "undecided";
  };
  const from = Math.max(2, Math.ceil(passed + failed + notEvaluated));
  return { ...result, needed: leastThat(decides, { from, most: MOST }) };
}

/** Nobody writes more cases than this to tell 0.9 from 0.9. */
const MOST = 1e7;

/** The outcome alone: how many cases it takes is far dearer to work out. */
export function sequentialOutcome(
  tally: Tally,
  comparison: GateComparison,
  options?: ConfidenceOptions,
): GateOutcome {
  return decide(sequentialBounds(tally, options), comparison);
}

function sequentialBounds(
  { passed, failed, notEvaluated }: Tally,
  options?: ConfidenceOptions,
): GateBounds {
  if (passed + failed < 2) return nothing;
  return {
    lower: confidenceSequence(passed, failed + notEvaluated, options)?.[0] ?? null,
    upper: confidenceSequence(passed + notEvaluated, failed, options)?.[1] ?? null,
  };
}

const nothing: GateBounds = { lower: null, upper: null };

/** What the rate itself may be, whatever becomes of what was not evaluated. */
function ends({ passed, failed, notEvaluated }: Tally): GateBounds {
  if (passed + failed === 0) return nothing;
  const all = passed + failed + notEvaluated;
  return { lower: passed / all, upper: (passed + notEvaluated) / all };
}

function resultOf(
  tally: Tally,
  bounds: GateBounds,
  comparison: GateComparison,
  options: GateOptions = {},
): GateResult {
  needThreshold(comparison);
  const byPoint = options.by === "point";
  const outcome = decide(byPoint ? ends(tally) : bounds, comparison);
  const isOpen = outcome === "undecided" && !byPoint;
  return {
    outcome,
    estimate: estimateOf(tally),
    bound: decidingBound(bounds, comparison, outcome),
    needed: isOpen ? casesThatDecide(tally, comparison, options) : null,
  };
}

function estimateOf({ passed, failed }: Tally): number | null {
  return passed + failed === 0 ? null : passed / (passed + failed);
}

/** Wilson's bound passes the threshold where the rate is z standard errors away, with the threshold's own spread. */
function casesThatDecide(
  tally: Tally,
  { threshold }: GateComparison,
  options?: ConfidenceOptions,
): number | null {
  const value = estimateOf(tally);
  if (value === null || isNear(value, threshold)) return null;
  const z = normalQuantile(options?.confidence ?? usualConfidence);
  const least = (z * z * threshold * (1 - threshold)) / (value - threshold) ** 2;
  const all = tally.passed + tally.failed + tally.notEvaluated;
  // a threshold of 1 is never passed from below by all that pass
  if (!(least > 0)) return tally.notEvaluated > 0 ? Math.max(2, all) : null;
  return Math.max(2, all, Math.floor(least) + 1);
}
