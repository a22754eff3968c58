import { builtInMetric } from "../built-in-metric.ts";

import { checkRubrics } from "./criteria/check-rubrics.ts";

import { type RubricsCriterion, rubricsCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { conversationAndAgent } from "./metric-reads.ts";
import { rubricFinalResponseQuestion } from "./prompts/rubric-final-response-prompt.ts";
import { measureRubrics } from "./scoring/measure-rubrics.ts";

/** A judge checks the answer against your rubrics. */
export const rubricBasedFinalResponseQuality = builtInMetric({
  name: "rubric_based_final_response_quality_v1",
  description: "A judge checks the answer against your rubrics.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: conversationAndAgent,
  needs: ["rubrics", "judge"],
  criterion: rubricsCriterion("FINAL_RESPONSE_QUALITY"),
  create: judgedBy<RubricsCriterion>(
    measureRubrics({
      type: "FINAL_RESPONSE_QUALITY",
      question: rubricFinalResponseQuestion,
    }),
    { check: checkRubrics },
  ),
});
