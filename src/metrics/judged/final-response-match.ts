import { intermediateTextsOf } from "../../core/invocation.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import { withoutReference } from "../asked-turns.ts";
import { builtInMetric } from "../built-in-metric.ts";
import type { TurnPair } from "../pair-turns.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { degenerateAnswer } from "./degenerate-answer.ts";
import { type Asking, judgedBy } from "./judged-by.ts";
import { finalResponseMatchQuestion } from "./prompts/final-response-match-prompt.ts";
import { answerText, userText } from "./prompts/turn-material.ts";
import { judgePairs } from "./scoring/judge-pairs.ts";
import { scoreValid } from "./scoring/score-valid.ts";

const FIELD = "final_response";

/** A judge says whether the answer means the same as the reference answer. */
export const finalResponseMatch = builtInMetric({
  name: "final_response_match_v2",
  description: "A judge says whether the answer means the same as the reference answer.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["user messages", "final answers"],
  needs: ["expected-conversation", "reference-answer", "judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(judgePairs(FIELD, matchAnswer)),
});

async function matchAnswer(asking: Asking, pair: TurnPair, turn: number): Promise<TurnScore> {
  const { actual, expected } = pair;
  const whole = asking.includeIntermediateResponses;
  if (!hasReference(pair, whole)) return withoutReference(asking.name, FIELD);
  const answer = answerText(actual, whole);
  const score = await scoreValid(
    asking,
    finalResponseMatchQuestion({
      step: asking.name,
      turn,
      user: userText(expected),
      reference: answerText(expected, whole),
      answer,
    }),
  );
  const degenerate = degenerateAnswer(answer);
  return degenerate === undefined ? score : { ...score, details: { ...score.details, degenerate } };
}

function hasReference({ expected }: TurnPair, whole: boolean): boolean {
  if (expected.finalResponse !== undefined) return true;
  return whole && intermediateTextsOf(expected).length > 0;
}
