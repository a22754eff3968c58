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

export const checks: ConformanceKind = {
  inputs: ["metric", "criterion", "actual", "expected", "answers"],
  async hold(vector) {
    const input = vector.input as unknown as Input;
    const result = await measureByScript(input.metric, input, (asked) => {
      expectTurn(asked, input);
      const answer = input.answers[Math.max(0, asked.turn)];
      if (answer === undefined) throw new Error("asked more often than the vector has answers");
      return answer.score === null ? null : { rationale: "", score: answer.score };
    });
    expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
  },
};
