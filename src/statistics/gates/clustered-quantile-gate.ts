import { usualConfidence } from "../interval.ts";
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
import { type GatedValue, meanGate } from "./mean-gate.ts";
import { quantileGate } from "./quantile-gate.ts";

/**
 * Whether a quantile is beyond a threshold, where cases come in clusters: a value bounds the quantile where the share of
 * the cases up to it does, counted by clusters (Woodruff's inversion).
 */
export function clusteredQuantileGate(
  values: readonly GatedValue[],
  share: number,
  comparison: GateComparison,
  options: GateOptions = {},
): GateResult {
  needThreshold(comparison);
  const { confidence = usualConfidence, by = "bound" } = options;
  const alone = quantileGate(
    values.map(({ value }) => value),
    share,
    comparison,
    options,
  );
  const shareOf = (isCounted: (value: number) => boolean, operator: "<" | ">") => {
    const counted = values.map((each) => ({
      ...each,
      value: each.value === null ? null : Number(isCounted(each.value)),
    }));
    return meanGate(counted, { operator, threshold: share }, { confidence });
  };
  const sorted = [...new Set(values.flatMap(({ value }) => value ?? []))].sort((a, b) => a - b);
  const isCeiling = (limit: number) => shareOf((value) => value <= limit, ">").outcome === "met";
  const isFloor = (limit: number) => shareOf((value) => value < limit, "<").outcome === "met";
  const bounds: GateBounds = {
    lower: lastOf(sorted, isFloor),
    upper: lastOf(sorted.toReversed(), isCeiling),
  };
  const outcome = by === "point" ? alone.outcome : decide(bounds, comparison);
  const asksForLess = comparison.operator.startsWith("<");
  const { needed } = shareOf((value) => holds(value, comparison) === asksForLess, ">");
  return {
    outcome,
    estimate: alone.estimate,
    bound: decidingBound(bounds, comparison, outcome),
    needed: outcome === "undecided" && by === "bound" ? needed : null,
  };
}

/** The last value that bounds, where all before it do; null where the first does not. */
function lastOf(values: readonly number[], bounds: (value: number) => boolean): number | null {
  const [first] = values;
  if (first === undefined || !bounds(first)) return null;
  let [yes, no] = [0, values.length];
  while (no - yes > 1) {
    const middle = Math.floor((yes + no) / 2);
    if (bounds(values[middle] ?? 0)) yes = middle;
    else no = middle;
  }
  return values[yes] ?? null;
}
