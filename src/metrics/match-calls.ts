import type { MatchType } from "../core/case-settings.ts";
import { maximumMatching } from "./maximum-matching.ts";
import type { TrajectoryTurn } from "./trajectory-turn.ts";

/** Whether a turn went as expected, by ADK's three match types. A forbidden call spoils it in any of them. */
export function callsMatch(turn: TrajectoryTurn, matchType: MatchType): boolean {
  if (turn.actual.some(turn.isForbidden)) return false;
  switch (matchType) {
    case "EXACT":
      return matchesExactly(turn);
    case "IN_ORDER":
      return matchesInOrder(turn);
    case "ANY_ORDER":
      return turn.expected.length <= turn.actual.length && countMet(turn) === turn.expected.length;
  }
}

/** How many expected calls can be met at once, whatever the order. */
export function countMet(turn: TrajectoryTurn): number {
  if (turn.plain) return countFirstFound(turn);
  const partners = maximumMatching(turn.expected.length, turn.actual.length, turn.meets);
  return partners.filter((partner) => partner !== -1).length;
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

function countFirstFound({ expected, actual, meets }: TrajectoryTurn): number {
  const used = new Uint8Array(actual.length);
  let met = 0;
  for (let wanted = 0; wanted < expected.length; wanted += 1) {
    for (let place = 0; place < actual.length; place += 1) {
      if (used[place] === 1 || !meets(wanted, place)) continue;
      used[place] = 1;
      met += 1;
      break;
    }
  }
  return met;
}
