import { defineMetric } from "../core/metric.ts";
import { judgeCriterion } from "./judge-criteria.ts";

/** A judge rates the way the agent took through the conversation. */
export const multiTurnTrajectoryQuality = defineMetric({
  name: "multi_turn_trajectory_quality_v1",
  description: "A judge rates the way the agent took through the conversation.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["judge"],
  criterion: judgeCriterion,
});
