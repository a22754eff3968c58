import type { TrajectoryStep } from "../../../core/analysis/trajectory-diff.ts";
import { type ArgumentRules, argumentChanges } from "../matching/match-arguments.ts";
import type { TrajectoryTurn } from "../trajectory-turn.ts";

export function stepOf(
  turn: TrajectoryTurn,
  at: { readonly expected: number; readonly actual: number; readonly metBy: number },
): TrajectoryStep {
  const expected = turn.expected[at.expected] ?? {};
  const rules = turn.argumentRules(at.expected);
  const by = expectedBy(rules);
  if (at.actual !== -1) {
    const actual = turn.actual[at.actual] ?? {};
    if (at.metBy === at.actual) return { kind: "matched", expected, actual, ...by };
    const changes = argumentChanges(expected.args, actual.args, rules);
    return { kind: "changed", expected, actual, changes, ...by };
  }
  if (at.metBy === -1) return { kind: "missing", expected, ...by };
  return {
    kind: "moved",
    ...by,
    expected,
    actual: turn.actual[at.metBy] ?? {},
    expectedAt: turn.expectedPlaces?.[at.expected] ?? at.expected,
    actualAt: turn.actualPlaces?.[at.metBy] ?? at.metBy,
  };
}

/** Plain equality needs no word, and most calls are compared by it. */
function expectedBy({ matchers, ignoreRest }: ArgumentRules): ExpectedBy {
  const own = [...(matchers ?? [])].map(([name, { matcher }]) => [name, matcher] as const);
  return {
    ...(own.length === 0 ? {} : { matchers: Object.fromEntries(own) }),
    ...(ignoreRest ? { namesOnly: true } : {}),
  };
}

type ExpectedBy = Pick<Extract<TrajectoryStep, { kind: "missing" }>, "matchers" | "namesOnly">;

export function extraStep(turn: TrajectoryTurn, place: number): TrajectoryStep {
  const actual = turn.actual[place] ?? {};
  return turn.isForbidden(actual)
    ? { kind: "extra", actual, forbidden: true }
    : { kind: "extra", actual };
}
