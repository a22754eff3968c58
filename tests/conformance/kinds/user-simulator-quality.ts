import {
  expectOutcome,
  expectTurn,
  type JudgedInput,
  type JudgedOutcome,
  measureByScript,
  sampleOf,
  wordOf,
} from "../judged-by-script.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

type Sample = "valid" | "invalid" | "error" | null;

interface Input extends JudgedInput {
  readonly actual: readonly unknown[];
  readonly verdicts: {
    readonly turns: readonly (readonly Sample[])[];
    readonly stop: readonly Sample[];
  };
}

export const checks: ConformanceKind = {
  inputs: ["criterion", "actual", "scenario", "verdicts"],
  async hold(vector) {
    const input = vector.input as unknown as Input;
    const { turns, stop } = input.verdicts;
    const result = await measureByScript("per_turn_user_simulator_quality_v1", input, (asked) => {
      expectTurn(asked, input);
      const samples = asked.turn === input.actual.length ? stop : turns[asked.turn - 1];
      const verdict = sampleOf(samples, asked.sample);
      if (verdict === null || verdict === "error") return verdict;
      return { criteria: [], rationale: "", verdict: wordOf(verdict, ["valid", "invalid"]) };
    });
    expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
  },
};
