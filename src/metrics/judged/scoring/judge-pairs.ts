import type { MetricInput } from "../../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../../core/metric-outcome.ts";
import { isAsked, noReference, notAsked } from "../../asked-turns.ts";
import { meanOfKnown } from "../../mean-of-known.ts";
import { outcomeOfTurns } from "../../outcome-of-turns.ts";
import { pairTurns, type TurnPair } from "../../pair-turns.ts";
import type { Asking } from "../judged-by.ts";

type JudgePair = (asking: Asking, pair: TurnPair, turn: number) => Promise<TurnScore>;

/** A judge compares every turn with what was expected of it in `field`; the mean of those with a verdict is the score. */
export function judgePairs(field: string, judge: JudgePair) {
  return async (asking: Asking, input: MetricInput): Promise<MetricOutcome> => {
    const { name } = asking;
    const pairs = pairTurns(name, input);
    if ("kind" in pairs) return pairs;
    const turns = await Promise.all(
      pairs.map((pair, turn) =>
        isAsked(name, input, turn) ? judge(asking, pair, turn) : notAsked,
      ),
    );
    if (turns.every(({ unasked }) => unasked !== undefined)) {
      const detail = noReference(name, field);
      return { kind: "not-evaluated", reason: "missing-reference", detail, perInvocation: turns };
    }
    return outcomeOfTurns({ name, turns, score: meanOfKnown(turns.map(({ score }) => score)) });
  };
}
