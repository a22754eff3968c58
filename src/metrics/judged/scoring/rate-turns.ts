import type { Invocation } from "../../../core/invocation.ts";
import type { MetricInput } from "../../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../../core/metric-outcome.ts";
import { isAsked, notAsked } from "../../asked-turns.ts";
import { meanOfKnown } from "../../mean-of-known.ts";
import { lastTurnOnly, outcomeOfTurns } from "../../outcome-of-turns.ts";
import type { Asking } from "../judged-by.ts";
import { type RatingQuestion, scoreRating } from "./score-rating.ts";

/** A turn, what it should have been, and where it stands. */
export interface RatedTurn {
  readonly step: string;
  readonly turn: number;
  readonly actual: Invocation;
  readonly expected: Invocation | undefined;
}

/** Every turn is rated by itself; the mean of those with a rating is the score. What can be decided without a judge is not asked. */
export function rateTurns(
  question: (turn: RatedTurn) => RatingQuestion,
  known: (turn: Invocation) => TurnScore | undefined = () => undefined,
) {
  return async (asking: Asking, input: MetricInput): Promise<MetricOutcome> => {
    const { name } = asking;
    const { actual, expected } = input;
    const turns = await Promise.all(
      actual.map((each, turn) =>
        isAsked(name, input, turn)
          ? (known(each) ??
            scoreRating(
              asking,
              question({ step: name, turn, actual: each, expected: expected?.[turn] }),
            ))
          : notAsked,
      ),
    );
    return outcomeOfTurns({ name, turns, score: meanOfKnown(turns.map(({ score }) => score)) });
  };
}

/** The conversation is rated once; its last turn carries the score. */
export function rateConversation(
  question: (step: string, turns: readonly Invocation[]) => RatingQuestion,
) {
  return async (asking: Asking, { actual }: MetricInput): Promise<MetricOutcome> => {
    const { name } = asking;
    const last = await scoreRating(asking, question(name, actual));
    const turns = lastTurnOnly(actual.length, last);
    return outcomeOfTurns({ name, turns, score: last.score, details: last.details, why: last.why });
  };
}
