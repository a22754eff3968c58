import { isNear } from "../../core/numbers/is-near.ts";
import { normalQuantile } from "../distributions/normal.ts";
import { tQuantile } from "../distributions/student-t.ts";
import { usualConfidence } from "../interval.ts";
import { clusteredMean } from "../means/clustered-mean.ts";
import { type MeanEstimate, meanOf } from "../means/mean-interval.ts";
import { needProbability } from "../need-finite.ts";
import { wilsonOfShare } from "../rates/wilson.ts";
import {
  decide,
  decidingBound,
  type GateBounds,
  type GateComparison,
  type GateOptions,
  type GateResult,
  needThreshold,
} from "./comparison.ts";
import { leastThat } from "./least-that.ts";

/** A case's value for a gate: null where it was not evaluated. */
export interface GatedValue {
  readonly value: number | null;
  /** Where only a part of it was evaluated: what all of it is at least, and at most. */
  readonly ends?: readonly [least: number, most: number] | undefined;
  readonly cluster?: string | undefined;
  readonly id?: string;
}

export interface MeanGateOptions extends GateOptions {
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
  const { range = [0, 1], confidence = usualConfidence, by = "bound" } = options;
  needProbability(confidence, "the confidence");
  const known = values.filter(({ value }) => value !== null);
  const estimate = estimateOf(known, ({ value }) => value ?? 0);
  const isOpen = range === null && known.length < values.length;
  const low = isOpen ? null : estimateOf(values, (each) => endOf(each, 0, range));
  const high = isOpen ? null : estimateOf(values, (each) => endOf(each, 1, range));
  const bounds: GateBounds =
    known.length < 2
      ? { lower: null, upper: null }
      : {
          lower: oneSided(low, -1, { confidence, range }),
          upper: oneSided(high, 1, { confidence, range }),
        };
  const ends = estimate === null ? {} : { lower: low?.mean, upper: high?.mean };
  const { lower = null, upper = null } = by === "point" ? ends : bounds;
  const outcome = decide({ lower, upper }, comparison);
  return {
    outcome,
    estimate: estimate?.mean ?? null,
    bound: decidingBound(bounds, comparison, outcome),
    needed:
      outcome === "undecided" && by === "bound" && estimate !== null
        ? casesThatDecide(estimate, values.length, comparison, { confidence, range })
        : null,
  };
}

/** What a value might be, at worst or at best. */
function endOf({ value, ends }: GatedValue, side: 0 | 1, range: MeanGateOptions["range"]): number {
  return ends?.[side] ?? value ?? range?.[side] ?? 0;
}

function estimateOf(
  values: readonly GatedValue[],
  read: (each: GatedValue) => number,
): MeanEstimate | null {
  if (values.every(({ cluster }) => cluster === undefined)) return meanOf(values.map(read));
  return clusteredMean(
    values.map((each) => ({
      value: read(each),
      cluster: each.cluster ?? "",
      ...(each.id === undefined ? {} : { id: each.id }),
    })),
  );
}

function oneSided(
  estimate: MeanEstimate | null,
  side: 1 | -1,
  { confidence, range }: Required<Pick<MeanGateOptions, "confidence" | "range">>,
): number | null {
  if (estimate === null) return null;
  const { mean, standardError, degrees } = estimate;
  if (standardError === null || degrees === null) return null;
  if (standardError !== 0) {
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

const MOST = 2 ** 50;

/** As many as bring the bound to the threshold, when mean and spread stay as they are. */
function casesThatDecide(
  { mean, n, standardError, degrees }: MeanEstimate,
  all: number,
  { threshold }: GateComparison,
  { confidence, range }: Required<Pick<MeanGateOptions, "confidence" | "range">>,
): number | null {
  // more cases of one cluster stay one cluster
  const isOneCluster = standardError === null && n > 1;
  if (isNear(mean, threshold) || isOneCluster) return null;
  const away = (mean - threshold) ** 2;
  // as many cases as clusters, where there are none
  const perCase = degrees === null ? 1 : (degrees + 1) / n;
  if (standardError !== null && standardError !== 0) {
    const decides = (cases: number) => {
      const t = tQuantile(confidence, Math.max(1, Math.floor(perCase * cases) - 1));
      return (t * standardError) ** 2 * n <= away * cases;
    };
    const least = leastThat(decides, { from: 2, most: MOST });
    return least === null ? null : Math.max(all, least);
  }
  if (range === null) return null;
  // Wilson's bound passes the threshold where the mean is z standard errors away, with the threshold's own spread
  const spread = (threshold - range[0]) * (range[1] - threshold);
  const least = (normalQuantile(confidence) ** 2 * spread) / away;
  if (!(least > 0)) return all > n ? Math.max(2, all) : null;
  return Math.max(2, all, Math.ceil((Math.floor(least) + 1) / perCase));
}
