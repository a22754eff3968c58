import type { MetricInput } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { pairTurns } from "../pair-turns.ts";
import { type JudgeCriterion, judgeCriterion } from "./criteria/judge-criteria.ts";
import { type Asking, judgedBy } from "./judged-by.ts";
import { coherenceQuestion } from "./prompts/coherence-prompt.ts";
import { rateTurns } from "./scoring/rate-turns.ts";

/** A judge rates how coherent the answers are. */
export const responseEvaluationScore = builtInMetric({
  name: "response_evaluation_score",
  description: "A judge rates how coherent the answers are.",
  version: 1,
  range: { min: 1, max: 5 },
  direction: "higher",
  reads: ["user messages", "final answers"],
  needs: ["expected-conversation", "judge"],
  criterion: judgeCriterion,
  create: judgedBy<JudgeCriterion>(rateCoherence),
});

const rate = rateTurns(coherenceQuestion);

/** As in ADK, the metric is for written conversations. */
function rateCoherence(asking: Asking, input: MetricInput): MetricOutcome | Promise<MetricOutcome> {
  const pairs = pairTurns(asking.name, input);
  return "kind" in pairs ? pairs : rate(asking, input);
}
