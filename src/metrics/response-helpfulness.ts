import { builtInMetric } from "./built-in-metric.ts";
import { helpfulnessQuestion } from "./helpfulness-prompt.ts";
import { type JudgeCriterion, judgeCriterion } from "./judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { rateTurns } from "./rate-turns.ts";

/** A judge rates how much the answers help the user. */
export const responseHelpfulness = builtInMetric({
  name: "response_helpfulness",
  description: "A judge rates how much the answers help the user.",
  version: 1,
  range: { min: 1, max: 5 },
  direction: "higher",
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateTurns(helpfulnessQuestion)),
});
