import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import { alignBlock } from "./align-block.ts";
import { blocksOf, sameEnds } from "./trajectory-blocks.ts";
import { trajectorySteps } from "./trajectory-steps.ts";

/** Expected and actual calls side by side; every call that counts is in exactly one step. */
export interface Alignment {
  readonly steps: readonly TrajectoryStep[];
  /** True when the turn was too long to be compared as a whole. */
  readonly inParts: boolean;
}

/** What both sides begin and end with is paired off first, so that only the part that differs is looked at closely. */
export function alignTrajectory(
  turn: TrajectoryTurn,
  { ordered }: { readonly ordered: boolean },
): Alignment {
  const { start, end } = ordered || turn.plain ? sameEnds(turn) : { start: 0, end: 0 };
  const aligned = turn.expected.map((_, place) => place);
  const lag = turn.actual.length - turn.expected.length;
  for (let e = turn.expected.length - end; e < turn.expected.length; e += 1) aligned[e] = e + lag;
  const met = [...aligned];
  const blocks = blocksOf(turn, start, end);
  for (const block of blocks) {
    const found = alignBlock(turn, block, ordered);
    aligned.splice(block.expectedFrom, block.expectedCount, ...found.aligned);
    met.splice(block.expectedFrom, block.expectedCount, ...found.met);
  }
  return { steps: trajectorySteps(turn, { aligned, met }), inParts: blocks.length > 1 };
}
