import type { MatrixCell } from "../../../core/folds/matrix.ts";
import type { Direction } from "../../../core/verdict.ts";
import type { State } from "../../components/glyph.tsx";

type Heat = "p1" | "p2" | "f1" | "f2" | "f3" | "er" | "ne" | "wa" | "sk";

const plain: Partial<Record<State, Heat>> = {
  errored: "er",
  "not-evaluated": "ne",
  pending: "wa",
  skipped: "sk",
};

/** Pass is quiet, fail gets darker the further it is below its threshold. On a scale from 0 to 1. */
export function heatOf(cell: MatrixCell, direction: Direction, state: State): Heat {
  const same = plain[state];
  if (same !== undefined) return same;
  const { score, threshold } = cell;
  const sign = direction === "higher" ? 1 : -1;
  const beyond = score === undefined || threshold === undefined ? 0 : sign * (score - threshold);
  return state === "failed" ? coldness(beyond) : warmth(beyond, direction, threshold);
}

function coldness(beyond: number): Heat {
  if (beyond > -0.12) return "f1";
  return beyond > -0.25 ? "f2" : "f3";
}

function warmth(beyond: number, direction: Direction, threshold: number | undefined): Heat {
  const room = direction === "higher" ? 1 - (threshold ?? 0) : (threshold ?? 1);
  return beyond >= 0.6 * room ? "p2" : "p1";
}
