import { normalQuantile } from "../distributions/normal.ts";
import { tQuantile } from "../distributions/student-t.ts";
import { type ConfidenceOptions, usualConfidence } from "../interval.ts";
import { clusteredMean } from "../means/clustered-mean.ts";
import { isNoSpread, type MeanEstimate, meanOf } from "../means/mean-interval.ts";
import { quantileOf } from "../means/quantile.ts";
import { quantileBounds } from "../means/quantile-interval.ts";
import { needProbability } from "../need-finite.ts";
import { wilsonOfShare } from "../rates/wilson.ts";
import {
  decide,
  decidingBound,
  type GateBounds,
  type GateComparison,
  type GateResult,
  needThreshold,
} from "./comparison.ts";

/** A case's value for a gate: null where it was not evaluated. */
export interface GatedValue {
  readonly value: number | null;
  readonly cluster?: string | undefined;
  readonly id?: string;
}

export interface MeanGateOptions extends ConfidenceOptions {
  /** Between which every value lies, [0, 1] when left out: what was not evaluated might be either end of it. Null where there is no end. */
  readonly range?: readonly [lowest: number, highest: number] | null;
}

/**
 * Whether a mean is beyond a threshold, by one-sided t bounds: of scores, of the shares of passed trials, of pass^k.
 * What was not evaluated counts as the worst there is for "met" and as the best for "not met".
 */
export function meanGate(
  values: readonly GatedValue[],
  comparison: GateComparison,
  options: MeanGateOptions = {},
): GateResult {
  needThreshold(comparison);
  const { range = [0, 1], confidence = usualConfidence } = options;
  needProbability(confidence, "the confidence");
  const known = values.filter(({ value }) => value !== null);
  const estimate = estimateOf(known, 0);
  const missing = known.length < values.length;
  const bounds =
    known.length < 2 || (missing && range === null)
      ? { lower: null, upper: null }
      : {
          lower: oneSided(estimateOf(values, range?.[0] ?? 0), -1, { confidence, range }),
          upper: oneSided(estimateOf(values, range?.[1] ?? 0), 1, { confidence, range }),
        };
  const outcome = decide(bounds, comparison);
  return {
    outcome,
    estimate: estimate?.mean ?? null,
    bound: decidingBound(bounds, comparison, outcome),
    needed:
      outcome === "undecided" && estimate !== null
        ? casesThatDecide(estimate, values.length, comparison, confidence)
        : null,
  };
}

/** Whether a quantile, such as the 95th percentile of latency, is beyond a threshold: by order statistics. */
export function quantileGate(
  values: readonly (number | null)[],
  share: number,
  comparison: GateComparison,
  options?: ConfidenceOptions,
): GateResult {
  needThreshold(comparison);
  const known = values.filter((value) => value !== null);
  // what is missing might lie at either end, beyond every value that was seen
  const missing = new Array<number>(values.length - known.length);
  const low = quantileBounds([...known, ...missing.fill(-Number.MAX_VALUE)], share, options);
  const high = quantileBounds([...known, ...missing.fill(Number.MAX_VALUE)], share, options);
  const bounds: GateBounds = { lower: finite(low.lower), upper: finite(high.upper) };
  const outcome = decide(bounds, comparison);
  const bound = decidingBound(bounds, comparison, outcome);
  return { outcome, estimate: quantileOf(known, share), bound, needed: null };
}

function finite(value: number | null): number | null {
  return value === null || Math.abs(value) === Number.MAX_VALUE ? null : value;
}

function estimateOf(values: readonly GatedValue[], missing: number): MeanEstimate | null {
  if (values.every(({ cluster }) => cluster === undefined)) {
    return meanOf(values.map(({ value }) => value ?? missing));
  }
  return clusteredMean(
    values.map(({ value, cluster = "", id }) => ({
      value: value ?? missing,
      cluster,
      ...(id === undefined ? {} : { id }),
    })),
  );
}

function oneSided(
  estimate: MeanEstimate | null,
  side: 1 | -1,
  { confidence, range }: Required<MeanGateOptions>,
): number | null {
  if (estimate === null) return null;
  const { mean, standardError, degrees } = estimate;
  if (standardError === null || degrees === null) return null;
  if (!isNoSpread(standardError, mean)) {
    return mean + side * tQuantile(confidence, degrees) * standardError;
  }
  return range === null ? null : withoutSpread(mean, degrees + 1, side, { confidence, range });
}

/** Values that are all the same tell nothing of their spread, which their range bounds all the same. */
function withoutSpread(
  mean: number,
  n: number,
  side: 1 | -1,
  {
    confidence,
    range: [lowest, highest],
  }: { confidence: number; range: readonly [number, number] },
): number {
  const share = Math.max(0, Math.min(1, (mean - lowest) / (highest - lowest)));
  const [low, high] = wilsonOfShare(share, n, normalQuantile(confidence));
  return lowest + (side === -1 ? low : high) * (highest - lowest);
}

/** As many as bring the bound to the threshold, when mean and spread stay as they are. */
function casesThatDecide(
  { mean, n, standardError, degrees }: MeanEstimate,
  all: number,
  { threshold }: GateComparison,
  confidence: number,
): number | null {
  if (standardError === null || degrees === null || mean === threshold) return null;
  if (isNoSpread(standardError, mean)) return null;
  const reach = tQuantile(confidence, degrees) * standardError;
  return Math.max(2, all, Math.ceil(n * (reach / (mean - threshold)) ** 2));
}
