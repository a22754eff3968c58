import { judgedRubrics } from "../judged-rubrics.ts";

export const checks = judgedRubrics("rubric_based_final_response_quality_v1");
