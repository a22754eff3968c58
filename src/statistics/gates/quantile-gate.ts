import { isNear } from "../../core/numbers/is-near.ts";
import { binomialQuantile } from "../distributions/binomial.ts";
import { usualConfidence } from "../interval.ts";
import { quantileOf } from "../means/quantile.ts";
import { quantileBounds } from "../means/quantile-interval.ts";
import {
  decide,
  decidingBound,
  type GateBounds,
  type GateComparison,
  type GateOptions,
  type GateResult,
  holds,
  needThreshold,
} from "./comparison.ts";
import { leastThat } from "./least-that.ts";

/** Whether a quantile, such as the 95th percentile of latency, is beyond a threshold: by order statistics. */
export function quantileGate(
  values: readonly (number | null)[],
  share: number,
  comparison: GateComparison,
  options: GateOptions = {},
): GateResult {
  needThreshold(comparison);
  const { confidence = usualConfidence, by = "bound" } = options;
  const known = values.filter((value) => value !== null);
  // what is missing might lie at either end, beyond every value that was seen
  const missing = new Array<number>(values.length - known.length);
  const slow = [...known, ...missing.fill(Number.MAX_VALUE)];
  const quick = [...known, ...missing.fill(-Number.MAX_VALUE)];
  const bounds: GateBounds = {
    lower: finite(quantileBounds(quick, share, { confidence }).lower),
    upper: finite(quantileBounds(slow, share, { confidence }).upper),
  };
  const ends = { lower: finite(quantileOf(quick, share)), upper: finite(quantileOf(slow, share)) };
  const outcome = decide(by === "point" ? ends : bounds, comparison);
  const isOpen = outcome === "undecided" && by === "bound";
  return {
    outcome,
    estimate: quantileOf(known, share),
    bound: decidingBound(bounds, comparison, outcome),
    needed: isOpen ? valuesThatDecide(known, share, { comparison, confidence }) : null,
  };
}

/** A quantile between a known value and a missing one is as unknown as the missing one. */
function finite(value: number | null): number | null {
  return value === null || Math.abs(value) > Number.MAX_VALUE / 1e6 ? null : value;
}

const MOST = 2 ** 24;

/** As many as put the bounding rank on one side of the threshold, when the same share of them stays below it. */
function valuesThatDecide(
  values: readonly number[],
  share: number,
  { comparison, confidence }: { comparison: GateComparison; confidence: number },
): number | null {
  if (values.length === 0) return null;
  const asksForLess = comparison.operator.startsWith("<");
  const below = values.filter((value) => holds(value, comparison) === asksForLess).length;
  const rate = below / values.length;
  if (isNear(rate, share)) return null;
  const decides = (n: number) =>
    rate > share
      ? Math.floor(rate * n) >= binomialQuantile(confidence, n, share) + 1
      : Math.ceil(rate * n) < binomialQuantile(1 - confidence, n, share);
  return leastThat(decides, { from: values.length, most: MOST });
}
