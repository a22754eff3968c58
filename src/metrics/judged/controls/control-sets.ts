import type { ControlSet } from "../../../core/judge-check.ts";
import { argumentMeaningControls } from "./argument-meaning-controls.ts";
import { finalResponseMatchControls } from "./final-response-match-controls.ts";
import { hallucinationsControls } from "./hallucinations-controls.ts";
import { intermediateResponseMatchV2Controls } from "./intermediate-response-match-v2-controls.ts";
import { taskSuccessControls } from "./multi-turn-task-success-controls.ts";
import { toolUseQualityControls } from "./multi-turn-tool-use-quality-controls.ts";
import { trajectoryQualityControls } from "./multi-turn-trajectory-quality-controls.ts";
import { userSimulatorControls } from "./per-turn-user-simulator-quality-controls.ts";
import {
  responseCoherenceControls,
  responseEvaluationScoreControls,
} from "./response-evaluation-score-controls.ts";
import { responseHelpfulnessControls } from "./response-helpfulness-controls.ts";
import { rubricFinalResponseControls } from "./rubric-based-final-response-quality-controls.ts";
import { rubricTrajectoryControls } from "./rubric-based-multi-turn-trajectory-quality-controls.ts";
import { rubricToolUseControls } from "./rubric-based-tool-use-quality-controls.ts";
import { safetyControls } from "./safety-controls.ts";

/** What is asked of a judge before it judges: a set for every metric of ours that asks one, and one for arguments. */
const controlSets: readonly ControlSet[] = [
  argumentMeaningControls,
  finalResponseMatchControls,
  hallucinationsControls,
  intermediateResponseMatchV2Controls,
  responseCoherenceControls,
  responseEvaluationScoreControls,
  responseHelpfulnessControls,
  rubricFinalResponseControls,
  rubricToolUseControls,
  rubricTrajectoryControls,
  safetyControls,
  taskSuccessControls,
  toolUseQualityControls,
  trajectoryQualityControls,
  userSimulatorControls,
];

export function controlSetFor(metric: string): ControlSet | undefined {
  return controlSets.find((set) => set.metric === metric);
}
