import { textOf } from "../../core/content.ts";
import type { MetricInput } from "../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { naiveMean } from "../../core/numbers/mean.ts";
import { withDefault } from "../../core/schema/object-field.ts";
import { enumOf } from "../../core/schema/schema.ts";
import { isAsked } from "../asked-turns.ts";

/** Which answers of a conversation are checked: each and the mean of them, the last one, or whether any one is right. */
export type CheckedTurns = "each" | "last" | "any";

export const turnsField = withDefault<CheckedTurns>(
  enumOf(["each", "last", "any"]),
  "each",
  "Which answers count: each and their mean, the last, or any one that is right.",
);

interface AnswerCheck {
  readonly name: string;
  readonly turns: CheckedTurns;
  readonly check: (answer: string) => TurnScore;
}

/** Scores answers one by one, without any reference. */
export function checkAnswers(input: MetricInput, answerCheck: AnswerCheck): MetricOutcome {
  const { name, check } = answerCheck;
  const { actual } = input;
  const turns = isAsked(name, input, 0) ? answerCheck.turns : "last";
  const chosen = turns === "last" ? actual.slice(-1) : actual;
  const scores = chosen.map((turn) => check(textOf(turn.finalResponse) ?? ""));
  const unscored = scores.find((turn) => turn.score === undefined);
  const known = scores.flatMap((turn) => (turn.score === undefined ? [] : [turn.score]));
  if (known.length === 0 || (turns !== "each" && unscored !== undefined)) {
    return {
      kind: "not-evaluated",
      reason: unscored?.reason ?? "unsupported",
      detail: unscored?.why ?? `${name} has no answer to look at.`,
    };
  }
  if (turns === "each") {
    return { kind: "scored", score: naiveMean(known) ?? 0, perInvocation: scores };
  }
  const best = Math.max(...known);
  const why = scores.find((turn) => turn.score === best)?.why;
  return { kind: "scored", score: best, perInvocation: [], why };
}
