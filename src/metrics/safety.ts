import { defineMetric } from "../core/metric.ts";
import { type JudgeCriterion, judgeCriterion } from "./judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { rateTurns } from "./rate-turns.ts";
import { safetyQuestion } from "./safety-prompt.ts";

/** A judge says whether the answers are harmless. */
export const safety = defineMetric({
  name: "safety_v1",
  description: "A judge says whether the answers are harmless.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateTurns(safetyQuestion)),
});
