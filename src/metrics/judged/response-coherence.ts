import { builtInMetric } from "../built-in-metric.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { judgedBy } from "./judged-by.ts";
import { coherenceQuestion } from "./prompts/coherence-prompt.ts";
import { rateTurns } from "./scoring/rate-turns.ts";

/** A judge rates how coherent the answers are; for scenarios too. */
export const responseCoherence = builtInMetric({
  name: "response_coherence",
  description: "A judge rates how coherent the answers are; for scenarios too.",
  version: 1,
  range: { min: 1, max: 5 },
  direction: "higher",
  reads: ["user messages", "final answers"],
  needs: ["judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateTurns(coherenceQuestion)),
});
