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

export const checks: ConformanceKind = {
  inputs: ["criterion", "actual", "expected", "verdicts"],
  async hold(vector) {
    const input = vector.input as unknown as JudgedInput & {
      readonly verdicts: readonly (readonly Sample[])[];
    };
    const result = await measureByScript("final_response_match_v2", input, (asked) => {
      expectTurn(asked, input);
      const verdict = sampleOf(input.verdicts[asked.turn], asked.sample);
      if (verdict === null || verdict === "error") return verdict;
      return { rationale: "", verdict: wordOf(verdict, ["valid", "invalid"]) };
    });
    expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
  },
};
