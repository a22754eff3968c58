import { defineMetric } from "../core/metric.ts";
import { judgeCriterion } from "./judge-criteria.ts";

/** A judge says whether the answer means the same as the reference answer. */
export const finalResponseMatch = defineMetric({
  name: "final_response_match_v2",
  description: "A judge says whether the answer means the same as the reference answer.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["expected-conversation", "reference-answer", "judge"],
  criterion: judgeCriterion,
});
