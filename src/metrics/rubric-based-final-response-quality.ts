import { defineMetric } from "../core/metric.ts";
import { rubricsCriterion } from "./judge-criteria.ts";

/** A judge checks the answer against your rubrics. */
export const rubricBasedFinalResponseQuality = defineMetric({
  name: "rubric_based_final_response_quality_v1",
  description: "A judge checks the answer against your rubrics.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["rubrics", "judge"],
  criterion: rubricsCriterion,
});
