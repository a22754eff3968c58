import type { TrajectoryStep } from "../../../core/trajectory-diff.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import { alignBlock, type Block } from "./align-block.ts";
import { trajectorySteps } from "./trajectory-steps.ts";

/** Expected and actual calls side by side; every call that counts is in exactly one step. */
export interface Alignment {
  readonly steps: readonly TrajectoryStep[];
  /** True when the turn was too long to be compared as a whole. */
  readonly inParts: boolean;
}

/** Calls on one side of what is compared at once; the work grows with its square. */
const blockLength = 300;

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

/** Without order and with matchers, a call at the start may be needed elsewhere; else pairing it here costs nothing. */
function sameEnds({ expected, actual, meets }: TrajectoryTurn): { start: number; end: number } {
  const shorter = Math.min(expected.length, actual.length);
  let start = 0;
  while (start < shorter && meets(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && meets(expected.length - 1 - end, actual.length - 1 - end)) {
    end += 1;
  }
  return { start, end };
}

function blocksOf(
  { expected, actual }: TrajectoryTurn,
  start: number,
  end: number,
): readonly Block[] {
  const blocks: Block[] = [];
  const expectedEnd = expected.length - end;
  const actualEnd = actual.length - end;
  for (let from = start; from < Math.max(expectedEnd, actualEnd); from += blockLength) {
    blocks.push({
      expectedFrom: Math.min(from, expectedEnd),
      expectedCount: Math.max(0, Math.min(blockLength, expectedEnd - from)),
      actualFrom: Math.min(from, actualEnd),
      actualCount: Math.max(0, Math.min(blockLength, actualEnd - from)),
    });
  }
  return blocks;
}
