import { expect, test } from "vitest";
import { isObject } from "../../core/schema/parse-context.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import type { ListedSettings } from "../../metrics/metric-settings.ts";

/** The compiler holds this to have every key of every listed metric's settings, and no other. */
type Keys = {
  readonly [Name in keyof ListedSettings]: Record<keyof Required<ListedSettings[Name]>, true>;
};

const trajectory = {
  ignoreArgs: true,
  args: true,
  forbiddenTools: true,
  optionalTools: true,
  steps: true,
} as const;
const judge = { judgeModel: true, judgeModelOptions: true, maxInputChars: true } as const;
const rubrics = { ...judge, rubric: true, rubrics: true, rubricLibrary: true } as const;
const none = {};

const typed: Keys = {
  tool_trajectory_avg_score: { ...trajectory, matchType: true },
  response_evaluation_score: judge,
  response_match_score: none,
  safety_v1: { ...judge, rules: true, offline: true },
  multi_turn_task_success_v1: judge,
  multi_turn_trajectory_quality_v1: judge,
  multi_turn_tool_use_quality_v1: judge,
  final_response_match_v2: judge,
  rubric_based_final_response_quality_v1: rubrics,
  hallucinations_v1: { ...judge, evaluateIntermediateNlResponses: true },
  rubric_based_tool_use_quality_v1: rubrics,
  per_turn_user_simulator_quality_v1: { ...judge, stopSignal: true },
  rubric_based_multi_turn_trajectory_quality_v1: rubrics,
  tool_call_count_v1: none,
  inference_call_count_v1: none,
  token_usage_v1: none,
  invocation_duration_v1: none,
  tool_trajectory_precision: trajectory,
  tool_trajectory_recall: trajectory,
  tool_trajectory_f1: trajectory,
  single_tool_use: { tool: true, min: true, max: true, args: true },
  tool_response_match: none,
  no_tool_errors: none,
  tool_calls: none,
  intermediate_response_match: none,
  intermediate_response_match_v2: judge,
  response_coherence: judge,
  response_helpfulness: judge,
  response_contains: { texts: true, any: true, ignoreCase: true, turns: true },
  response_regex: { pattern: true, flags: true, turns: true },
  response_json_schema: { schema: true, turns: true },
  response_language: { language: true, turns: true },
  final_session_state: { mode: true },
  response_latency: none,
  total_tokens: none,
  total_cost: none,
  composite: { weights: true, ranges: true },
};

const names = metricDefinitions.map(({ name }) => name);

test("the names of metrics that the compiler knows are in the table", () => {
  expect(Object.keys(typed).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(Object.entries(typed))("the compiler knows the settings of %s", (name, keys) => {
  const { criterion } = metricDefinitions[names.indexOf(name)] ?? expect.fail(name);
  const { properties } = criterion.jsonSchema();
  const settings = isObject(properties) ? Object.keys(properties) : [];
  expect(Object.keys(keys).map(snakeCase).sort()).toEqual(settings.sort());
});

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
