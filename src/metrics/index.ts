import "../core/need-runtime.ts";
import type { MetricDefinition } from "../core/metric.ts";
import * as builtIn from "./built-in-metrics.ts";
import { compositeMetric } from "./composite.ts";

/** The order of ADK's own table. */
const adkOrder: readonly string[] = [
  "tool_trajectory_avg_score",
  "response_evaluation_score",
  "response_match_score",
  "safety_v1",
  "multi_turn_task_success_v1",
  "multi_turn_trajectory_quality_v1",
  "multi_turn_tool_use_quality_v1",
  "final_response_match_v2",
  "rubric_based_final_response_quality_v1",
  "hallucinations_v1",
  "rubric_based_tool_use_quality_v1",
  "per_turn_user_simulator_quality_v1",
  "rubric_based_multi_turn_trajectory_quality_v1",
  "tool_call_count_v1",
  "inference_call_count_v1",
  "token_usage_v1",
  "invocation_duration_v1",
];

const measuring = (Object.values(builtIn) as readonly MetricDefinition[]).toSorted(
  (a, b) => placeOf(a.name) - placeOf(b.name) || (a.name < b.name ? -1 : 1),
);

function placeOf(name: string): number {
  const place = adkOrder.indexOf(name);
  return place < 0 ? adkOrder.length : place;
}

/** The weighted mean of other metrics; it knows the ranges of all above. */
export const composite = compositeMetric(
  (name) => measuring.find((each) => each.name === name)?.range,
);

/** Every metric there is: ADK's in ADK's order, then ours by their names, then what is made of others. */
export const metricDefinitions: readonly MetricDefinition[] = Object.freeze([
  ...measuring,
  composite as MetricDefinition,
]);

export type { ObjectOptions } from "../core/schema/object-field.ts";
export type { Schema } from "../core/schema/parse-context.ts";
// biome-ignore lint/performance/noReExportAll: that file names them one by one, and a new metric is named once
export * from "./built-in-metrics.ts";
export { schema } from "./criterion-schema.ts";
export {
  type CustomFunctionOptions,
  type CustomMetricFunction,
  customFunctionMetric,
} from "./custom/custom-function-metric.ts";
export { type ProgramMetricOptions, programMetric } from "./custom/program-metric.ts";
