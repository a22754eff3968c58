import "../core/need-runtime.ts";
import type { MetricDefinition } from "../core/metric.ts";
import { compositeMetric } from "./composite.ts";
import { finalResponseMatch } from "./final-response-match.ts";
import { finalSessionState } from "./final-session-state.ts";
import { hallucinations } from "./hallucinations.ts";
import { inferenceCallCount } from "./inference-call-count.ts";
import { intermediateResponseMatch } from "./intermediate-response-match.ts";
import { intermediateResponseMatchV2 } from "./intermediate-response-match-v2.ts";
import { invocationDuration } from "./invocation-duration.ts";
import { multiTurnTaskSuccess } from "./multi-turn-task-success.ts";
import { multiTurnToolUseQuality } from "./multi-turn-tool-use-quality.ts";
import { multiTurnTrajectoryQuality } from "./multi-turn-trajectory-quality.ts";
import { noToolErrors } from "./no-tool-errors.ts";
import { perTurnUserSimulatorQuality } from "./per-turn-user-simulator-quality.ts";
import { responseCoherence } from "./response-coherence.ts";
import { responseContains } from "./response-contains.ts";
import { responseEvaluationScore } from "./response-evaluation-score.ts";
import { responseHelpfulness } from "./response-helpfulness.ts";
import { responseJsonSchema } from "./response-json-schema.ts";
import { responseLanguage } from "./response-language.ts";
import { responseLatency } from "./response-latency.ts";
import { responseMatch } from "./response-match.ts";
import { responseRegex } from "./response-regex.ts";
import { rubricBasedFinalResponseQuality } from "./rubric-based-final-response-quality.ts";
import { rubricBasedMultiTurnTrajectoryQuality } from "./rubric-based-multi-turn-trajectory-quality.ts";
import { rubricBasedToolUseQuality } from "./rubric-based-tool-use-quality.ts";
import { safety } from "./safety.ts";
import { singleToolUse } from "./single-tool-use.ts";
import { tokenUsage } from "./token-usage.ts";
import { toolCallCount } from "./tool-call-count.ts";
import { toolCalls } from "./tool-calls.ts";
import { toolResponseMatch } from "./tool-response-match.ts";
import { toolTrajectory } from "./tool-trajectory.ts";
import {
  toolTrajectoryF1,
  toolTrajectoryPrecision,
  toolTrajectoryRecall,
} from "./tool-trajectory-shares.ts";
import { totalCost } from "./total-cost.ts";
import { totalTokens } from "./total-tokens.ts";

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

export type { ObjectOptions, Shape } from "../core/shape.ts";
export { schema } from "./criterion-schema.ts";
export {
  type CustomFunctionOptions,
  type CustomMetricFunction,
  customFunctionMetric,
} from "./custom-function-metric.ts";
export { type ProgramMetricOptions, programMetric } from "./program-metric.ts";
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
