import { judgedRubrics } from "../judged-rubrics.ts";

export const checks = judgedRubrics("rubric_based_multi_turn_trajectory_quality_v1");
