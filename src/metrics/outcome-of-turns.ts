import type { MetricDetails, MetricOutcome, TurnScore } from "../core/metric-outcome.ts";

interface TurnsOutcome {
  readonly name: string;
  readonly turns: readonly TurnScore[];
  /** Undefined: no turn has one. */
  readonly score: number | undefined;
  readonly details?: MetricDetails | undefined;
  readonly coverage?: { readonly scored: number; readonly of: number } | undefined;
  readonly why?: string | undefined;
}

/** The score of judged turns; where none has one, the first turn that was asked about says why. */
export function outcomeOfTurns(outcome: TurnsOutcome): MetricOutcome {
  const { name, turns, score, details, coverage, why } = outcome;
  if (score !== undefined) {
    return { kind: "scored", score, perInvocation: turns, coverage, details, why };
  }
  const asked = turns.filter((turn) => turn.unasked === undefined);
  const cause = asked.find((turn) => turn.reason !== "missing-reference") ?? asked[0];
  return {
    kind: "not-evaluated",
    reason: cause?.reason ?? "judge-no-quorum",
    detail: cause?.why ?? `${name} could not score any turn.`,
    perInvocation: turns,
  };
}

/** A conversation judged as a whole: its last turn carries the score, nobody asks about the others. */
export function lastTurnOnly(
  count: number,
  last: TurnScore,
  others: TurnScore = { score: undefined, unasked: true },
): readonly TurnScore[] {
  return Array.from({ length: count }, (_, place) => (place === count - 1 ? last : others));
}
