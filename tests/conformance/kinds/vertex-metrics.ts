import {
  expectOutcome,
  expectTurn,
  type JudgedInput,
  type JudgedOutcome,
  measureByScript,
} from "../judged-by-script.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface Input extends JudgedInput {
  readonly metric: string;
  readonly answers: readonly { readonly score: number | "NaN" | null }[];
}

/** Where scales of ours do not begin at 0. */
const worst = new Map([["response_evaluation_score", 1]]);

export const checks: ConformanceKind = {
  inputs: ["metric", "criterion", "actual", "expected", "answers"],
  async hold(vector) {
    const input = vector.input as unknown as Input;
    const answerFor = (turn: number) => {
      const answer = input.answers[Math.max(0, turn)];
      if (answer === undefined) throw new Error("asked more often than the vector has answers");
      return answer.score;
    };
    const result = await measureByScript(
      input.metric,
      input,
      (asked) => {
        expectTurn(asked, input);
        const score = answerFor(asked.turn);
        return score === null ? null : { rationale: "", score };
      },
      // the hosted service leaves its own scale now and then, and what it gave adds up all the same; a judge of ours may not
      (turn) => {
        const score = answerFor(turn);
        const isOffScale = typeof score === "number" && score < (worst.get(input.metric) ?? 0);
        return isOffScale ? { score, rationale: "" } : undefined;
      },
    );
    expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
  },
};
