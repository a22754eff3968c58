import { defineMetric } from "../core/metric.ts";
import { rubricsCriterion } from "./judge-criteria.ts";

/** A judge checks the whole conversation against your rubrics. */
export const rubricBasedMultiTurnTrajectoryQuality = defineMetric({
  name: "rubric_based_multi_turn_trajectory_quality_v1",
  description: "A judge checks the whole conversation against your rubrics.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["rubrics", "judge"],
  criterion: rubricsCriterion,
});
