import { judgedRubrics } from "../judged-rubrics.ts";

export const checks = judgedRubrics("rubric_based_tool_use_quality_v1");
