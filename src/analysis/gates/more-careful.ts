import {
  type GateComparison,
  type GateResult,
  isFloor,
} from "../../statistics/gates/comparison.ts";

/** Cases that belong together say less than their number: counted alone and by clusters, a figure is told by what claims less. */
export function moreCareful(
  whole: GateResult,
  clustered: GateResult,
  comparison: GateComparison,
): GateResult {
  if (clustered.outcome !== whole.outcome) {
    const open = whole.outcome === "undecided" ? whole : clustered;
    return { ...open, outcome: "undecided" };
  }
  const isLower = isFloor(comparison) === (whole.outcome !== "not-met");
  const bound =
    whole.bound === null || clustered.bound === null
      ? null
      : Math[isLower ? "min" : "max"](whole.bound, clustered.bound);
  const needed =
    whole.needed === null || clustered.needed === null
      ? null
      : Math.max(whole.needed, clustered.needed);
  return { ...whole, bound, needed };
}
