import { builtInMetric } from "../built-in-metric.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { wholeConversation } from "./metric-reads.ts";
import { helpfulnessQuestion } from "./prompts/helpfulness-prompt.ts";
import { rateTurns } from "./scoring/rate-turns.ts";

/** A judge rates how much the answers help the user. */
export const responseHelpfulness = builtInMetric({
  name: "response_helpfulness",
  description: "A judge rates how much the answers help the user.",
  version: 1,
  range: { min: 1, max: 5 },
  direction: "higher",
  reads: wholeConversation,
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateTurns(helpfulnessQuestion)),
});
