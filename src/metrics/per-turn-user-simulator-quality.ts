import { defineMetric } from "../core/metric.ts";
import { userSimulatorCriterion } from "./judge-criteria.ts";

/** A judge says whether the simulated user kept to its plan. */
export const perTurnUserSimulatorQuality = defineMetric({
  name: "per_turn_user_simulator_quality_v1",
  description: "A judge says whether the simulated user kept to its plan.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["scenario", "judge"],
  criterion: userSimulatorCriterion,
});
