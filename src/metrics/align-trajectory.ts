import type { FunctionCall } from "../core/content.ts";
import type { TrajectoryStep } from "../core/trajectory-diff.ts";
import { alignPairs } from "./align-pairs.ts";
import { type ArgumentRules, argumentChanges, countDifferences } from "./match-arguments.ts";
import { maximumMatching } from "./maximum-matching.ts";
import type { TrajectoryTurn } from "./trajectory-turn.ts";

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
  const { expected, actual } = turn;
  const { start, end } = ordered || turn.plain ? sameEnds(turn) : { start: 0, end: 0 };
  const steps: TrajectoryStep[] = [];
  for (let place = 0; place < start; place += 1) pushMatched(steps, turn, place, place);
  const blocks = blocksOf(turn, start, end);
  for (const block of blocks) pushBlock(steps, turn, block, ordered);
  for (let back = end; back > 0; back -= 1) {
    pushMatched(steps, turn, expected.length - back, actual.length - back);
  }
  return { steps, inParts: blocks.length > 1 };
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

interface Block {
  readonly expectedFrom: number;
  readonly expectedCount: number;
  readonly actualFrom: number;
  readonly actualCount: number;
}

function blocksOf({ expected, actual }: TrajectoryTurn, start: number, end: number): Block[] {
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

/** More than any number of changed calls in a block is worth. */
const meetingWorth = 1_000_000;

function pushBlock(
  steps: TrajectoryStep[],
  turn: TrajectoryTurn,
  block: Block,
  ordered: boolean,
): void {
  const { expectedCount, actualCount } = block;
  const likeness = likenesses(turn, block);
  const likenessOf = (e: number, a: number) => likeness[e * actualCount + a] ?? 0;
  const inOrder = alignPairs(expectedCount, actualCount, likenessOf);
  const meets = (e: number, a: number) => likenessOf(e, a) === meetingWorth;
  const partners = pairUp({ inOrder, meets, actualCount, ordered });
  const taken = new Set(partners);
  const pairs = alignPairs(expectedCount, actualCount, (e, a) => {
    // among equals, what the first alignment kept in place stays there
    if (partners[e] === a) return meetingWorth + (inOrder[e] === a ? 1 : 0);
    return partners[e] === -1 && !taken.has(a) ? likenessOf(e, a) : 0;
  });
  pushSteps(steps, turn, block, { pairs, partners });
}

/** How much each expected and each actual call have in common; 0 for calls of different tools. */
function likenesses(turn: TrajectoryTurn, block: Block): Float64Array {
  const { expectedFrom, expectedCount, actualFrom, actualCount } = block;
  const found = new Float64Array(expectedCount * actualCount);
  for (let e = 0; e < expectedCount; e += 1) {
    const rules = turn.argumentRules(expectedFrom + e);
    for (let a = 0; a < actualCount; a += 1) {
      const place = e * actualCount + a;
      found[place] = likenessOf(turn, {
        expected: expectedFrom + e,
        actual: actualFrom + a,
        rules,
      });
    }
  }
  return found;
}

function likenessOf(
  turn: TrajectoryTurn,
  at: { readonly expected: number; readonly actual: number; readonly rules: ArgumentRules },
): number {
  const want = callAt(turn.expected, at.expected);
  const got = callAt(turn.actual, at.actual);
  if (want.name !== got.name || turn.isForbidden(got)) return 0;
  const differences = countDifferences(want.args, got.args, at.rules);
  if (differences === 0 && turn.meets(at.expected, at.actual)) return meetingWorth;
  return 2 - differences / Math.max(countOf(want), countOf(got), differences, 1);
}

/** Which expected call is met by which actual one, -1 for none; those that meet in order come first where order counts. */
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

function pushSteps(
  steps: TrajectoryStep[],
  turn: TrajectoryTurn,
  block: Block,
  { pairs, partners }: { readonly pairs: readonly number[]; readonly partners: readonly number[] },
): void {
  const moved = new Set(partners.filter((partner, e) => partner >= 0 && pairs[e] !== partner));
  let next = 0;
  const pushExtras = (until: number) => {
    for (; next < until; next += 1) {
      if (!moved.has(next)) pushExtra(steps, turn, block.actualFrom + next);
    }
  };
  for (const [e, partner] of pairs.entries()) {
    const expected = block.expectedFrom + e;
    const movedTo = partners[e] ?? -1;
    if (partner >= 0) {
      pushExtras(partner);
      next = partner + 1;
      if (movedTo === partner) pushMatched(steps, turn, expected, block.actualFrom + partner);
      else pushChanged(steps, turn, expected, block.actualFrom + partner);
    } else if (movedTo >= 0) {
      pushMoved(steps, turn, expected, block.actualFrom + movedTo);
    } else {
      steps.push({ kind: "missing", expected: callAt(turn.expected, expected) });
    }
  }
  pushExtras(block.actualCount);
}

function pushMatched(steps: TrajectoryStep[], turn: TrajectoryTurn, e: number, a: number): void {
  steps.push({
    kind: "matched",
    expected: callAt(turn.expected, e),
    actual: callAt(turn.actual, a),
  });
}

function pushChanged(steps: TrajectoryStep[], turn: TrajectoryTurn, e: number, a: number): void {
  steps.push({
    kind: "changed",
    expected: callAt(turn.expected, e),
    actual: callAt(turn.actual, a),
    changes: changesOf(turn, e, a),
  });
}

function pushMoved(steps: TrajectoryStep[], turn: TrajectoryTurn, e: number, a: number): void {
  steps.push({
    kind: "moved",
    expected: callAt(turn.expected, e),
    actual: callAt(turn.actual, a),
    expectedAt: turn.expectedPlaces?.[e] ?? e,
    actualAt: turn.actualPlaces?.[a] ?? a,
  });
}

function pushExtra(steps: TrajectoryStep[], turn: TrajectoryTurn, a: number): void {
  const actual = callAt(turn.actual, a);
  steps.push(
    turn.isForbidden(actual)
      ? { kind: "extra", actual, forbidden: true }
      : { kind: "extra", actual },
  );
}

function changesOf(turn: TrajectoryTurn, e: number, a: number) {
  const rules = turn.argumentRules(e);
  return argumentChanges(callAt(turn.expected, e).args, callAt(turn.actual, a).args, rules);
}

function callAt(calls: readonly FunctionCall[], place: number): FunctionCall {
  return calls[place] ?? {};
}

function countOf(call: FunctionCall): number {
  return Object.keys(call.args ?? {}).length;
}
