import { builtInMetric } from "../built-in-metric.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { conversationAndAgent } from "./metric-reads.ts";
import { toolUseQualityQuestion } from "./prompts/conversation-tool-use-quality-prompt.ts";
import { rateConversation } from "./scoring/rate-turns.ts";

/** A judge rates the tool calls of the whole conversation. */
export const multiTurnToolUseQuality = builtInMetric({
  name: "multi_turn_tool_use_quality_v1",
  description: "A judge rates the tool calls of the whole conversation.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: conversationAndAgent,
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateConversation(toolUseQualityQuestion)),
});
