/** What ADK asks of old rows when it is given no config. */
export const defaultOldCriteria: readonly string[] = [
  "tool_trajectory_avg_score",
  "response_match_score",
];

/** Of some criteria those that ADK takes for old rows. */
export function oldCriteriaAmong(criteria: readonly string[]): readonly string[] {
  return criteria.filter((criterion) => neededKeys.has(criterion));
}

/** The only criteria that ADK takes for old rows, and the keys that each needs. */
export const neededKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["tool_trajectory_avg_score", ["query", "expected_tool_use"]],
  ["response_evaluation_score", ["query"]],
  ["response_match_score", ["query", "reference"]],
  ["safety_v1", []],
]);
