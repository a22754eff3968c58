/** What a metric looks at in a conversation, besides what a case expects of it. */
type Reads =
  | "user messages"
  | "final answers"
  | "words on the way"
  | "tool calls"
  | "tool results"
  | "instructions"
  | "tool declarations"
  | "session state"
  | "model calls"
  | "token counts"
  | "times"
  | "other metrics";

const calls: readonly Reads[] = ["tool calls"];
const answers: readonly Reads[] = ["final answers"];
const talk: readonly Reads[] = ["user messages", "final answers"];
const everything: readonly Reads[] = [
  "user messages",
  "words on the way",
  "tool calls",
  "tool results",
  "final answers",
];

const andAgent: readonly Reads[] = [...everything, "instructions", "tool declarations"];

/** By metric, for lists of them; a test checks that none is left out. */
export const metricReads: Readonly<Record<string, readonly Reads[]>> = {
  tool_trajectory_avg_score: calls,
  response_evaluation_score: talk,
  response_coherence: talk,
  response_helpfulness: everything,
  response_match_score: answers,
  safety_v1: talk,
  multi_turn_task_success_v1: andAgent,
  multi_turn_trajectory_quality_v1: andAgent,
  multi_turn_tool_use_quality_v1: andAgent,
  final_response_match_v2: talk,
  rubric_based_final_response_quality_v1: andAgent,
  hallucinations_v1: andAgent,
  rubric_based_tool_use_quality_v1: [
    "user messages",
    "tool calls",
    "tool results",
    "tool declarations",
  ],
  per_turn_user_simulator_quality_v1: talk,
  rubric_based_multi_turn_trajectory_quality_v1: andAgent,
  tool_call_count_v1: calls,
  inference_call_count_v1: ["model calls"],
  token_usage_v1: ["token counts"],
  total_cost: ["model calls", "token counts"],
  invocation_duration_v1: ["times"],
  tool_trajectory_precision: calls,
  tool_trajectory_recall: calls,
  tool_trajectory_f1: calls,
  single_tool_use: calls,
  tool_response_match: ["tool results"],
  no_tool_errors: ["tool results"],
  tool_calls: calls,
  intermediate_response_match: ["words on the way"],
  intermediate_response_match_v2: ["user messages", "words on the way"],
  response_contains: answers,
  response_regex: answers,
  response_json_schema: answers,
  response_language: answers,
  final_session_state: ["session state"],
  response_latency: ["times"],
  total_tokens: ["token counts"],
  composite: ["other metrics"],
};
