import {
  expectOutcome,
  expectTurn,
  type JudgedInput,
  type JudgedOutcome,
  measureByScript,
  sampleOf,
  wordOf,
} from "./judged-by-script.ts";
import type { ScriptedAnswer } from "./scripted-judge.ts";
import { type ConformanceKind, outcomeOf } from "./vector.ts";

type Pair = readonly [id: string, verdict: "yes" | "no" | null];
type RubricSample = Readonly<Record<string, Pair[1]>> | readonly Pair[] | null | "error";

/** Checks a metric whose judge gives verdicts on rubrics, per invocation and sample. */
export function judgedRubrics(name: string): ConformanceKind {
  return {
    inputs: ["criterion", "actual", "expected", "case_rubrics", "verdicts"],
    async hold(vector) {
      const input = vector.input as unknown as JudgedInput & {
        readonly verdicts: readonly (readonly RubricSample[])[];
      };
      const result = await measureByScript(name, input, (asked) => {
        expectTurn(asked, input);
        // the whole conversation has one entry
        const turn = Math.max(0, asked.turn);
        return answerOf(sampleOf(input.verdicts[turn], asked.sample));
      });
      expectOutcome(result, outcomeOf(vector) as unknown as JudgedOutcome);
    },
  };
}

/** A reply in our shape that means these verdicts; an unclear one is said to be unclear. */
function answerOf(sample: RubricSample): ScriptedAnswer {
  if (sample === null || sample === "error") return sample;
  const pairs = Array.isArray(sample) ? (sample as readonly Pair[]) : Object.entries(sample);
  const items = pairs.map(([id, verdict]) => ({
    id,
    rationale: "",
    evidence: "",
    verdict: verdict === null ? "cannot_tell" : wordOf(verdict, ["yes", "no"]),
  }));
  return { items };
}
