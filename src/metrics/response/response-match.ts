import { textOf } from "../../core/content.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { noSettings } from "../no-settings.ts";
import type { TurnPair } from "../pair-turns.ts";
import { scoreComparedTurns } from "../score-compared-turns.ts";
import { explainWords } from "./explain-words.ts";
import { rouge1 } from "./rouge.ts";

/** ADK's `response_match_score`: ROUGE-1 of each answer against its reference, averaged over the turns that have one. */
export const responseMatch = builtInMetric({
  name: "response_match_score",
  description: "How far the words of the answer are those of the reference answer (ROUGE-1 F).",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["final answers"],
  needs: ["expected-conversation", "reference-answer"],
  criterion: noSettings("response_match_score"),
  create(_criterion, { name, threshold }) {
    const compare = (pair: TurnPair) => matchAnswer(pair, threshold ?? 1);
    return (input) => scoreComparedTurns(input, { name, field: "final_response", compare });
  },
});

/** A reference that is there and empty counts, as ADK has it; one that is not there does not. */
function matchAnswer({ actual, expected }: TurnPair, threshold: number): TurnScore | undefined {
  if (expected.finalResponse === undefined) return undefined;
  const reference = textOf(expected.finalResponse) ?? "";
  const candidate = textOf(actual.finalResponse) ?? "";
  const score = rouge1(reference, candidate).fmeasure;
  return score >= threshold ? { score } : { score, why: explainWords(reference, candidate) };
}
