import { type ArgumentRules, countDifferences } from "../matching/match-arguments.ts";
import { maximumMatching } from "../matching/maximum-matching.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import { alignPairs } from "./align-pairs.ts";

/** A stretch of a turn that is compared at once. */
export interface Block {
  readonly expectedFrom: number;
  readonly expectedCount: number;
  readonly actualFrom: number;
  readonly actualCount: number;
}

/** For each expected call the place of an actual one, or -1. */
export interface Pairing {
  /** Which call stands beside it, equal or changed. These never cross. */
  readonly aligned: readonly number[];
  /** Which call meets it, wherever that one stands. */
  readonly met: readonly number[];
}

/** More than any number of changed calls in a block is worth. */
const meetingWorth = 1_000_000;

/** Calls that meet come first; of the rest, those of one tool are laid side by side, the most alike before others. */
export function alignBlock(turn: TrajectoryTurn, block: Block, ordered: boolean): Pairing {
  const { expectedCount, actualFrom, actualCount } = block;
  const likeness = likenesses(turn, block);
  const worth = (e: number, a: number) => likeness[e * actualCount + a] ?? 0;
  const meets = (e: number, a: number) => worth(e, a) === meetingWorth;
  const inOrder = alignPairs(expectedCount, actualCount, worth);
  const met = pairUp({ inOrder, meets, actualCount, ordered });
  const taken = new Set(met);
  const aligned = alignPairs(expectedCount, actualCount, (e, a) => {
    // among equals, what the first alignment kept in place stays there
    if (met[e] === a) return meetingWorth + (inOrder[e] === a ? 1 : 0);
    return met[e] === -1 && !taken.has(a) ? worth(e, a) : 0;
  });
  const inTurn = (place: number) => (place === -1 ? -1 : place + actualFrom);
  return { aligned: aligned.map(inTurn), met: met.map(inTurn) };
}

/** How much each expected and each actual call have in common; 0 for calls of different tools. */
function likenesses(turn: TrajectoryTurn, block: Block): Float64Array {
  const { expectedFrom, expectedCount, actualFrom, actualCount } = block;
  const found = new Float64Array(expectedCount * actualCount);
  for (let e = 0; e < expectedCount; e += 1) {
    const expected = expectedFrom + e;
    const rules = turn.argumentRules(expected);
    for (let a = 0; a < actualCount; a += 1) {
      found[e * actualCount + a] = likenessOf(turn, { expected, actual: actualFrom + a, rules });
    }
  }
  return found;
}

function likenessOf(
  turn: TrajectoryTurn,
  at: { readonly expected: number; readonly actual: number; readonly rules: ArgumentRules },
): number {
  const want = turn.expected[at.expected] ?? {};
  const got = turn.actual[at.actual] ?? {};
  if (want.name !== got.name || turn.isForbidden(got)) return 0;
  const differences = countDifferences(want.args, got.args, at.rules);
  if (differences === 0 && turn.meets(at.expected, at.actual)) return meetingWorth;
  return 2 - differences / Math.max(countOf(want.args), countOf(got.args), differences, 1);
}

function countOf(args: object | undefined): number {
  return args === undefined ? 0 : Object.keys(args).length;
}

/** Where order counts, calls that meet in order stay together, and only the rest is paired across. */
function pairUp(found: {
  readonly inOrder: readonly number[];
  readonly meets: (expected: number, actual: number) => boolean;
  readonly actualCount: number;
  readonly ordered: boolean;
}): readonly number[] {
  const { meets, actualCount } = found;
  const met = found.inOrder.map((partner, e) => (partner >= 0 && meets(e, partner) ? partner : -1));
  if (!found.ordered) return maximumMatching(met.length, actualCount, meets, met);
  const taken = new Set(met);
  const late = maximumMatching(
    met.length,
    actualCount,
    (e, a) => met[e] === -1 && !taken.has(a) && meets(e, a),
  );
  return met.map((partner, e) => (partner === -1 ? (late[e] ?? -1) : partner));
}
