import type { MetricDefinition } from "../core/metric.ts";
import { finalResponseMatch } from "./final-response-match.ts";
import { hallucinations } from "./hallucinations.ts";
import { multiTurnTaskSuccess } from "./multi-turn-task-success.ts";
import { multiTurnToolUseQuality } from "./multi-turn-tool-use-quality.ts";
import { multiTurnTrajectoryQuality } from "./multi-turn-trajectory-quality.ts";
import { perTurnUserSimulatorQuality } from "./per-turn-user-simulator-quality.ts";
import { responseEvaluationScore } from "./response-evaluation-score.ts";
import { rubricBasedFinalResponseQuality } from "./rubric-based-final-response-quality.ts";
import { rubricBasedMultiTurnTrajectoryQuality } from "./rubric-based-multi-turn-trajectory-quality.ts";
import { rubricBasedToolUseQuality } from "./rubric-based-tool-use-quality.ts";
import { safety } from "./safety.ts";

/** Every metric there is, ADK's first and in ADK's order. A new one is one file and one line here. */
export const metricDefinitions = Object.freeze([
  responseEvaluationScore,
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
]) as readonly MetricDefinition[];
