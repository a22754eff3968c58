import type { MatchType } from "../../../core/case-settings.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";
import { maximumMatching } from "./maximum-matching.ts";

/** Whether a turn went as expected, by ADK's three match types. A forbidden call spoils it in any of them. */
export function callsMatch(turn: TrajectoryTurn, matchType: MatchType): boolean {
  if (turn.actual.some(turn.isForbidden)) return false;
  switch (matchType) {
    case "EXACT":
      return matchesExactly(turn);
    case "IN_ORDER":
      return matchesInOrder(turn);
    case "ANY_ORDER":
      return matchesInAnyOrder(turn);
  }
}

/** How many expected calls can be met at once, whatever the order. */
export function countMet(turn: TrajectoryTurn): number {
  if (turn.plain) {
    const take = takeFirst(turn);
    return turn.expected.filter((_, wanted) => take(wanted)).length;
  }
  return bestPairing(turn).filter((partner) => partner !== -1).length;
}

function matchesExactly({ expected, actual, meets }: TrajectoryTurn): boolean {
  if (expected.length !== actual.length) return false;
  for (let place = 0; place < expected.length; place += 1) if (!meets(place, place)) return false;
  return true;
}

/** The first call that meets an expectation is the best one for it, whatever "meets" means. */
function matchesInOrder({ expected, actual, meets }: TrajectoryTurn): boolean {
  let next = 0;
  for (let place = 0; place < actual.length && next < expected.length; place += 1) {
    if (meets(next, place)) next += 1;
  }
  return next === expected.length;
}

function matchesInAnyOrder(turn: TrajectoryTurn): boolean {
  if (turn.expected.length > turn.actual.length) return false;
  if (!turn.plain) return !bestPairing(turn).includes(-1);
  const take = takeFirst(turn);
  return turn.expected.every((_, wanted) => take(wanted));
}

/** With matchers, a broad expectation must not take the call that a narrow one needs. */
function bestPairing({ expected, actual, meets }: TrajectoryTurn): readonly number[] {
  return maximumMatching(expected.length, actual.length, meets);
}

/** Takes the first call not yet taken that meets an expectation; equal calls can stand for each other. */
function takeFirst({ actual, meets }: TrajectoryTurn): (wanted: number) => boolean {
  const taken = new Uint8Array(actual.length);
  return (wanted) => {
    for (let place = 0; place < actual.length; place += 1) {
      if (taken[place] === 1 || !meets(wanted, place)) continue;
      taken[place] = 1;
      return true;
    }
    return false;
  };
}
