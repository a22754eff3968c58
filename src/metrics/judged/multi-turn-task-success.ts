import { builtInMetric } from "../built-in-metric.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { conversationAndAgent } from "./metric-reads.ts";
import { taskSuccessQuestion } from "./prompts/conversation-task-success-prompt.ts";
import { rateConversation } from "./scoring/rate-turns.ts";

/** A judge says whether the conversation reached its goal. */
export const multiTurnTaskSuccess = builtInMetric({
  name: "multi_turn_task_success_v1",
  description: "A judge says whether the conversation reached its goal.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: conversationAndAgent,
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateConversation(taskSuccessQuestion)),
});
