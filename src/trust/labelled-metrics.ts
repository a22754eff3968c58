import { metricDefinitions } from "../metrics/index.ts";

/** Metrics whose judge needs no more than a label has. */
export const judgeable: readonly string[] = metricDefinitions
  .filter(({ needs }) => needs.includes("judge") && !needs.includes("scenario"))
  .map(({ name }) => name);

/** Whose verdicts are about single answers: a person who sees one can say whether it is right. */
const ofAnswers: ReadonlySet<string> = new Set([
  "final_response_match_v2",
  "response_evaluation_score",
  "response_coherence",
  "response_helpfulness",
  "rubric_based_final_response_quality_v1",
  "safety_v1",
]);

/** Whether labels can be given to what the judge of this metric says in a run. */
export function isLabelled(metric: string): boolean {
  return ofAnswers.has(metric);
}

/** Whether the reference is part of the question; others are asked about the answer alone. */
export function comparesWithReference(metric: string): boolean {
  const found = metricDefinitions.find(({ name }) => name === metric);
  return found?.needs.includes("reference-answer") === true;
}
