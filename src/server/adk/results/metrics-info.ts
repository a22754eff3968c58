import { metricDefinitions } from "../../../metrics/index.ts";
import type { AdkRoutes } from "../adk-route.ts";
import { devPaths } from "../dev-paths.ts";

/** The metrics that ADK knows, in its order. */
const adkMetrics = [
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

export const metricsInfoRoutes: AdkRoutes = [
  [
    "GET",
    devPaths("/metrics-info"),
    async ({ context }) => {
      const all = adkMetrics.flatMap(infoOf);
      // a dialog of ADK's page breaks on a metric that has no interval; only browsers send this header
      const isPage = context.req.header("Sec-Fetch-Site") !== undefined;
      return { metricsInfo: isPage ? all.filter((each) => each.requiresThreshold) : all };
    },
  ],
];

function infoOf(metricName: string) {
  const found = metricDefinitions.find(({ name }) => name === metricName);
  if (found === undefined) return [];
  const { description, range, informational } = found;
  const interval = { minValue: range.min, openAtMin: false, maxValue: range.max, openAtMax: false };
  const informs = informational === true;
  const metricValueInfo = informs || range.max === undefined ? {} : { interval };
  return [{ metricName, description, metricValueInfo, requiresThreshold: !informs }];
}
