import { builtInMetric } from "../built-in-metric.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { conversationAndAgent } from "./metric-reads.ts";
import { trajectoryQualityQuestion } from "./prompts/conversation-trajectory-quality-prompt.ts";
import { rateConversation } from "./scoring/rate-turns.ts";

/** A judge rates the way the agent took through the conversation. */
export const multiTurnTrajectoryQuality = builtInMetric({
  name: "multi_turn_trajectory_quality_v1",
  description: "A judge rates the way the agent took through the conversation.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: conversationAndAgent,
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateConversation(trajectoryQualityQuestion)),
});
