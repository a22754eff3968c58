import "../core/need-runtime.ts";
import type { MetricDefinition } from "../core/metric.ts";
import { compositeMetric } from "./composite.ts";
import { inferenceCallCount } from "./efficiency/inference-call-count.ts";
import { invocationDuration } from "./efficiency/invocation-duration.ts";
import { responseLatency } from "./efficiency/response-latency.ts";
import { tokenUsage } from "./efficiency/token-usage.ts";
import { toolCallCount } from "./efficiency/tool-call-count.ts";
import { toolCalls } from "./efficiency/tool-calls.ts";
import { totalCost } from "./efficiency/total-cost.ts";
import { totalTokens } from "./efficiency/total-tokens.ts";
import { finalSessionState } from "./final-session-state.ts";
import { finalResponseMatch } from "./judged/final-response-match.ts";
import { hallucinations } from "./judged/hallucinations.ts";
import { intermediateResponseMatchV2 } from "./judged/intermediate-response-match-v2.ts";
import { multiTurnTaskSuccess } from "./judged/multi-turn-task-success.ts";
import { multiTurnToolUseQuality } from "./judged/multi-turn-tool-use-quality.ts";
import { multiTurnTrajectoryQuality } from "./judged/multi-turn-trajectory-quality.ts";
import { perTurnUserSimulatorQuality } from "./judged/per-turn-user-simulator-quality.ts";
import { responseCoherence } from "./judged/response-coherence.ts";
import { responseEvaluationScore } from "./judged/response-evaluation-score.ts";
import { responseHelpfulness } from "./judged/response-helpfulness.ts";
import { rubricBasedFinalResponseQuality } from "./judged/rubric-based-final-response-quality.ts";
import { rubricBasedMultiTurnTrajectoryQuality } from "./judged/rubric-based-multi-turn-trajectory-quality.ts";
import { rubricBasedToolUseQuality } from "./judged/rubric-based-tool-use-quality.ts";
import { safety } from "./judged/safety/safety.ts";
import { intermediateResponseMatch } from "./response/intermediate-response-match.ts";
import { responseContains } from "./response/response-contains.ts";
import { responseJsonSchema } from "./response/response-json-schema.ts";
import { responseLanguage } from "./response/response-language.ts";
import { responseMatch } from "./response/response-match.ts";
import { responseRegex } from "./response/response-regex.ts";
import { noToolErrors } from "./tool-use/no-tool-errors.ts";
import { singleToolUse } from "./tool-use/single-tool-use.ts";
import { toolResponseMatch } from "./tool-use/tool-response-match.ts";
import { toolTrajectory } from "./trajectory/tool-trajectory.ts";
import {
  toolTrajectoryF1,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
} from "./trajectory/tool-trajectory-shares.ts";

const measuring = [
  toolTrajectory,
  responseEvaluationScore,
  responseMatch,
  safety,
  multiTurnTaskSuccess,
  multiTurnTrajectoryQuality,
  multiTurnToolUseQuality,
  finalResponseMatch,
  rubricBasedFinalResponseQuality,
  hallucinations,
  rubricBasedToolUseQuality,
  perTurnUserSimulatorQuality,
  rubricBasedMultiTurnTrajectoryQuality,
  toolCallCount,
  inferenceCallCount,
  tokenUsage,
  invocationDuration,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
  toolTrajectoryF1,
  singleToolUse,
  toolResponseMatch,
  noToolErrors,
  toolCalls,
  intermediateResponseMatch,
  intermediateResponseMatchV2,
  responseCoherence,
  responseHelpfulness,
  responseContains,
  responseRegex,
  responseJsonSchema,
  responseLanguage,
  finalSessionState,
  responseLatency,
  totalTokens,
  totalCost,
] as readonly MetricDefinition[];

/** The weighted mean of other metrics; it knows the ranges of all above. */
export const composite = compositeMetric(
  (name) => measuring.find((each) => each.name === name)?.range,
);

/** Every metric there is: ADK's in ADK's order, then ours. A new one is one file and two lines here. */
export const metricDefinitions: readonly MetricDefinition[] = Object.freeze([
  ...measuring,
  composite as MetricDefinition,
]);

export type { ObjectOptions, Schema } from "../core/schema/schema.ts";
export { schema } from "./criterion-schema.ts";
export {
  type CustomFunctionOptions,
  type CustomMetricFunction,
  customFunctionMetric,
} from "./custom/custom-function-metric.ts";
export { type ProgramMetricOptions, programMetric } from "./custom/program-metric.ts";
export {
  finalResponseMatch,
  finalSessionState,
  hallucinations,
  inferenceCallCount,
  intermediateResponseMatch,
  intermediateResponseMatchV2,
  invocationDuration,
  multiTurnTaskSuccess,
  multiTurnToolUseQuality,
  multiTurnTrajectoryQuality,
  noToolErrors,
  perTurnUserSimulatorQuality,
  responseCoherence,
  responseContains,
  responseEvaluationScore,
  responseHelpfulness,
  responseJsonSchema,
  responseLanguage,
  responseLatency,
  responseMatch,
  responseRegex,
  rubricBasedFinalResponseQuality,
  rubricBasedMultiTurnTrajectoryQuality,
  rubricBasedToolUseQuality,
  safety,
  singleToolUse,
  tokenUsage,
  toolCallCount,
  toolCalls,
  toolResponseMatch,
  toolTrajectory,
  toolTrajectoryF1,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
  totalCost,
  totalTokens,
};
