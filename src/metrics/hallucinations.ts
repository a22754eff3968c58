import { defineMetric } from "../core/metric.ts";
import { hallucinationsCriterion } from "./judge-criteria.ts";

/** A judge looks for sentences that nothing the agent saw supports. */
export const hallucinations = defineMetric({
  name: "hallucinations_v1",
  description: "A judge looks for sentences that nothing the agent saw supports.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["judge"],
  criterion: hallucinationsCriterion,
});
