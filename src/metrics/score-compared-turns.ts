import type { MetricInput } from "../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../core/metric-outcome.ts";
import { isAsked, noReference, notAsked, withoutReference } from "./asked-turns.ts";
import { meanOfKnown } from "./mean-of-known.ts";
import { pairTurns, type TurnPair } from "./pair-turns.ts";

interface Comparison {
  readonly name: string;
  /** The field of a turn that holds what is compared with, for the report. */
  readonly field: string;
  /** Undefined: the turn has nothing to compare with. */
  readonly compare: (pair: TurnPair) => TurnScore | undefined;
}

/** Scores the turns that have a reference and averages those; a turn without one is left out, none at all is no score. */
export function scoreComparedTurns(input: MetricInput, comparison: Comparison): MetricOutcome {
  const { name, field, compare } = comparison;
  const pairs = pairTurns(name, input);
  if ("kind" in pairs) return pairs;
  const turns = pairs.map((pair, turn) =>
    isAsked(name, input, turn) ? (compare(pair) ?? withoutReference(name, field)) : notAsked,
  );
  const score = meanOfKnown(turns.map((turn) => turn.score));
  if (score !== undefined) return { kind: "scored", score, perInvocation: turns };
  return {
    kind: "not-evaluated",
    reason: turns.find((turn) => turn.unasked === undefined)?.reason ?? "missing-reference",
    detail: whyNothing(name, field, turns),
    perInvocation: turns,
  };
}

function whyNothing(name: string, field: string, turns: readonly TurnScore[]): string {
  const broken = turns.find((turn) => turn.unasked === undefined)?.why;
  if (broken !== undefined) return broken;
  if (turns.length === 0) return `${name} has no turn to compare.`;
  return noReference(name, field, turns.includes(notAsked) ? "its last turn" : undefined);
}
