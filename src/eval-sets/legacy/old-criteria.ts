import { neededKeys } from "./check-old-rows.ts";

/** What ADK asks of old rows when it is given no config. */
export const defaultOldCriteria: readonly string[] = [
  "tool_trajectory_avg_score",
  "response_match_score",
];

/** Of some criteria those that ADK takes for old rows. */
export function oldCriteriaAmong(criteria: readonly string[]): readonly string[] {
  return criteria.filter((criterion) => neededKeys.has(criterion));
}
