import type { MetricRange } from "../../../src/core/metric.ts";
import { metricDefinition } from "../../../src/project/metrics/plan-metrics.ts";
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
    const answerFor = (turn: number) => {
      const answer = input.answers[Math.max(0, turn)];
      if (answer === undefined) throw new Error("asked more often than the vector has answers");
      const { score } = answer;
      if (score === null || score === "NaN" || typeof score === "number") return score;
      throw new Error(`${JSON.stringify(score)} is no answer`);
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
        const { min, max = Number.POSITIVE_INFINITY } = rangeOf(input.metric);
        const isOffScale = typeof score === "number" && (score < min || score > max);
        return isOffScale ? { score, rationale: "" } : undefined;
      },
    );
    expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
  },
};

function rangeOf(metric: string): MetricRange {
  const range = metricDefinition(metric)?.range;
  if (range === undefined) throw new Error(`there is no metric ${metric}`);
  return range;
}
