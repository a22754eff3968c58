// Every metric but those made of others. A new metric is one file and one line here.

export { inferenceCallCount } from "./efficiency/inference-call-count.ts";
export { invocationDuration } from "./efficiency/invocation-duration.ts";
export { responseLatency } from "./efficiency/response-latency.ts";
export { tokenUsage } from "./efficiency/token-usage.ts";
export { toolCallCount } from "./efficiency/tool-call-count.ts";
export { toolCalls } from "./efficiency/tool-calls.ts";
export { totalCost } from "./efficiency/total-cost.ts";
export { totalTokens } from "./efficiency/total-tokens.ts";
export { finalResponseMatch } from "./judged/final-response-match.ts";
export { hallucinations } from "./judged/hallucinations.ts";
export { intermediateResponseMatchV2 } from "./judged/intermediate-response-match-v2.ts";
export { multiTurnTaskSuccess } from "./judged/multi-turn-task-success.ts";
export { multiTurnToolUseQuality } from "./judged/multi-turn-tool-use-quality.ts";
export { multiTurnTrajectoryQuality } from "./judged/multi-turn-trajectory-quality.ts";
export { perTurnUserSimulatorQuality } from "./judged/per-turn-user-simulator-quality.ts";
export { responseCoherence } from "./judged/response-coherence.ts";
export { responseEvaluationScore } from "./judged/response-evaluation-score.ts";
export { responseHelpfulness } from "./judged/response-helpfulness.ts";
export { rubricBasedFinalResponseQuality } from "./judged/rubric-based-final-response-quality.ts";
export { rubricBasedMultiTurnTrajectoryQuality } from "./judged/rubric-based-multi-turn-trajectory-quality.ts";
export { rubricBasedToolUseQuality } from "./judged/rubric-based-tool-use-quality.ts";
export { safety } from "./judged/safety/safety.ts";
export { intermediateResponseMatch } from "./response/intermediate-response-match.ts";
export { responseContains } from "./response/response-contains.ts";
export { responseJsonSchema } from "./response/response-json-schema.ts";
export { responseLanguage } from "./response/response-language.ts";
export { responseMatch } from "./response/response-match.ts";
export { responseRegex } from "./response/response-regex.ts";
export { finalSessionState } from "./session-state/final-session-state.ts";
export { noToolErrors } from "./tool-use/no-tool-errors.ts";
export { singleToolUse } from "./tool-use/single-tool-use.ts";
export { toolResponseMatch } from "./tool-use/tool-response-match.ts";
export { toolTrajectory } from "./trajectory/tool-trajectory.ts";
export {
  toolTrajectoryF1,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
} from "./trajectory/tool-trajectory-shares.ts";
