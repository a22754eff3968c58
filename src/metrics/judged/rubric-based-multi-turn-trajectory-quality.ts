import { builtInMetric } from "../built-in-metric.ts";

import { checkRubrics } from "./criteria/check-rubrics.ts";

import { type RubricsCriterion, rubricsCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { conversationAndAgent } from "./metric-reads.ts";
import { rubricConversationQuestion } from "./prompts/rubric-conversation-prompt.ts";
import { measureRubrics } from "./scoring/measure-rubrics.ts";

/** A judge checks the whole conversation against your rubrics. */
export const rubricBasedMultiTurnTrajectoryQuality = builtInMetric({
  name: "rubric_based_multi_turn_trajectory_quality_v1",
  description: "A judge checks the whole conversation against your rubrics.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: conversationAndAgent,
  needs: ["rubrics", "judge"],
  criterion: rubricsCriterion("TRAJECTORY_QUALITY"),
  create: judgedBy<RubricsCriterion>(
    measureRubrics({
      type: "TRAJECTORY_QUALITY",
      wholeConversation: true,
      question: rubricConversationQuestion,
    }),
    { check: checkRubrics },
  ),
});
