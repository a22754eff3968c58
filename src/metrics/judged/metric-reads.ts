import type { MetricRead } from "../../core/metric.ts";

/** All that is said and done in a conversation. */
export const wholeConversation: readonly MetricRead[] = [
  "user messages",
  "words on the way",
  "tool calls",
  "tool results",
  "final answers",
];

/** And what the agent was told beforehand. */
export const conversationAndAgent: readonly MetricRead[] = [
  ...wholeConversation,
  "instructions",
  "tool declarations",
];
