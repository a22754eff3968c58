import type { MetricInput, MetricOutcome, TurnScore } from "../core/metric.ts";
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
  const turns = pairs.map((pair) => compare(pair) ?? withoutReference(name, field));
  const score = meanOfKnown(turns.map((turn) => turn.score));
  if (score !== undefined) return { kind: "scored", score, perInvocation: turns };
  return {
    kind: "not-evaluated",
    reason:
      turns.find((turn) => turn.reason !== "missing-reference")?.reason ?? "missing-reference",
    detail: whyNothing(name, field, turns),
    perInvocation: turns,
  };
}

function withoutReference(name: string, field: string): TurnScore {
  const why = `${name} needs ${field} here. Add one, or leave the metric out for this case.`;
  return { score: undefined, reason: "missing-reference", why };
}

function whyNothing(name: string, field: string, turns: readonly TurnScore[]): string {
  const broken = turns.find((turn) => turn.reason !== "missing-reference")?.why;
  if (broken !== undefined) return broken;
  if (turns.length === 0) return `${name} has no turn to compare.`;
  const where =
    turns.length === 1
      ? "turn 1"
      : turns.length === 2
        ? "turn 1 or 2"
        : `at least one of its ${turns.length} turns`;
  return `${name} needs ${field} in ${where}. Add one, or leave the metric out for this case.`;
}
