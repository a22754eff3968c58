import type { TrajectoryTurn } from "../trajectory-turn.ts";
import type { Block } from "./align-block.ts";

/** Calls on one side of what is compared at once; the work grows with its square. */
const blockLength = 300;

/** Without order and with matchers, a call at the start may be needed elsewhere; else pairing it here costs nothing. */
export function sameEnds({ expected, actual, meets }: TrajectoryTurn): {
  start: number;
  end: number;
} {
  const shorter = Math.min(expected.length, actual.length);
  let start = 0;
  while (start < shorter && meets(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && meets(expected.length - 1 - end, actual.length - 1 - end)) {
    end += 1;
  }
  return { start, end };
}

export function blocksOf(
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
