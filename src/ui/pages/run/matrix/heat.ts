import type { MatrixCell } from "../../../../core/folds/matrix.ts";
import type { MetricSetting } from "../../../../core/run-info.ts";
import type { State } from "../../../components/glyph.tsx";

type Heat = "p1" | "p2" | "f1" | "f2" | "f3" | "er" | "ne" | "wa" | "sk";

const plain: Partial<Record<State, Heat>> = {
  errored: "er",
  "not-evaluated": "ne",
  pending: "wa",
  skipped: "sk",
};

type Setting = Pick<MetricSetting, "direction" | "range" | "threshold">;

/** Pass is quiet, fail gets darker the further it is below its threshold, by fractions of the metric's range. */
export function heatOf(
  { score, threshold: own }: Pick<MatrixCell, "score" | "threshold">,
  { direction, range, threshold: usual }: Setting,
  state: State,
): Heat {
  const same = plain[state];
  if (same !== undefined) return same;
  const threshold = own ?? usual;
  if (score === undefined || threshold === undefined) return state === "failed" ? "f1" : "p1";
  const [min, max] = [range?.min ?? 0, range?.max ?? Math.max(1, 2 * threshold)];
  const sign = direction === "higher" ? 1 : -1;
  const beyond = (sign * (score - threshold)) / (max - min || 1);
  if (state === "failed") return coldness(beyond);
  const room = (direction === "higher" ? max - threshold : threshold - min) / (max - min || 1);
  return beyond >= 0.6 * room ? "p2" : "p1";
}

/** A hair's breadth of rounding must not darken a cell: 0.8 − 0.68 is a little less than 0.12. */
const NEAR = 1e-9;

function coldness(beyond: number): Heat {
  if (beyond > -0.12 + NEAR) return "f1";
  return beyond > -0.25 + NEAR ? "f2" : "f3";
}
