import { builtInMetric } from "../built-in-metric.ts";
import { checkRubrics } from "./criteria/check-rubrics.ts";
import { type RubricsCriterion, rubricsCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { rubricToolUseQuestion } from "./prompts/rubric-tool-use-prompt.ts";
import { measureRubrics } from "./scoring/measure-rubrics.ts";

/** A judge checks the tool calls against your rubrics. */
export const rubricBasedToolUseQuality = builtInMetric({
  name: "rubric_based_tool_use_quality_v1",
  description: "A judge checks the tool calls against your rubrics.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["user messages", "tool calls", "tool results", "tool declarations"],
  needs: ["rubrics", "judge"],
  criterion: rubricsCriterion("TOOL_USE_QUALITY"),
  create: judgedBy<RubricsCriterion>(
    measureRubrics({
      type: "TOOL_USE_QUALITY",
      question: rubricToolUseQuestion,
    }),
    { check: checkRubrics },
  ),
});
