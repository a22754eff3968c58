import { defineMetric } from "../core/metric.ts";
import { judgeCriterion } from "./judge-criteria.ts";

/** A judge rates how coherent the answers are. */
export const responseEvaluationScore = defineMetric({
  name: "response_evaluation_score",
  description: "A judge rates how coherent the answers are.",
  version: 1,
  range: { min: 1, max: 5 },
  direction: "higher",
  needs: ["expected-conversation", "judge"],
  criterion: judgeCriterion,
});
