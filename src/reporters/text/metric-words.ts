import type { MetricSetting } from "../../core/run.ts";
import type { Direction } from "../../core/verdict.ts";
import type { ScoreBand } from "../reporter-context.ts";

/** How a metric is called on screen; identifiers stay in files. */
export function metricName(identifier: string): string {
  return plainNames.get(identifier) ?? identifier;
}

/** `trajectory ≥ 1, response ≥ 0.8`: what decides, without the metrics that only inform. */
export function criteriaText(metrics: readonly MetricSetting[]): string {
  const deciding = metrics.flatMap(({ name, threshold, direction }) =>
    threshold === undefined ? [] : [`${metricName(name)} ${sign(direction)} ${threshold}`],
  );
  return deciding.length === 0 ? "no metric that decides" : deciding.join(", ");
}

/** `trajectory 0.00, needs 1.00`; as many digits as it takes to see the difference. */
export function shortfall(metric: {
  readonly name: string;
  readonly score?: number | undefined;
  readonly threshold?: number | undefined;
  readonly direction: Direction;
  readonly decided?: boolean | undefined;
}): string {
  const { name, score, threshold, direction, decided } = metric;
  if (decided === true && score !== undefined) {
    return `${metricName(name)} ${scoreText(score)}, failed by its own word`;
  }
  if (score === undefined) return `${metricName(name)} has no score`;
  if (threshold === undefined) return `${metricName(name)} ${scoreText(score)}`;
  const digits = digitsToTellApart(score, threshold);
  const needs = direction === "lower" ? "allows" : "needs";
  return `${metricName(name)} ${scoreText(score, digits)}, ${needs} ${scoreText(threshold, digits)}`;
}

export function scoreText(score: number, digits = 2): string {
  return score.toFixed(digits).replace(/^-/, "−");
}

/** The band a score falls in; undefined for metrics that are not known to run from 0 to 1, higher being better. */
export function bandWord(
  identifier: string,
  score: number,
  bands: readonly ScoreBand[],
): string | undefined {
  if (!fractions.has(identifier) || score < 0 || score > 1) return undefined;
  const fitting = bands.filter((band) => score >= band.from);
  return fitting.reduce<ScoreBand | undefined>(
    (best, band) => (best === undefined || band.from > best.from ? band : best),
    undefined,
  )?.word;
}

function sign(direction: Direction): string {
  return direction === "higher" ? "≥" : "≤";
}

function digitsToTellApart(score: number, threshold: number): number {
  let digits = 2;
  while (
    score !== threshold &&
    digits < 12 &&
    score.toFixed(digits) === threshold.toFixed(digits)
  ) {
    digits += 1;
  }
  return digits;
}

const plainNames: ReadonlyMap<string, string> = new Map([
  ["tool_trajectory_avg_score", "trajectory"],
  ["response_match_score", "response"],
  ["response_evaluation_score", "coherence"],
  ["response_coherence", "coherence"],
  ["response_helpfulness", "helpfulness"],
  ["final_response_match_v2", "answer match"],
  ["rubric_based_final_response_quality_v1", "answer rubrics"],
  ["rubric_based_tool_use_quality_v1", "tool use rubrics"],
  ["rubric_based_multi_turn_trajectory_quality_v1", "conversation rubrics"],
  ["hallucinations_v1", "grounding"],
  ["safety_v1", "safety"],
  ["per_turn_user_simulator_quality_v1", "user simulator"],
  ["multi_turn_task_success_v1", "task success"],
  ["multi_turn_trajectory_quality_v1", "multi-turn trajectory"],
  ["multi_turn_tool_use_quality_v1", "multi-turn tool use"],
  ["tool_call_count_v1", "tool calls a turn"],
  ["inference_call_count_v1", "model calls a turn"],
  ["token_usage_v1", "tokens a turn"],
  ["invocation_duration_v1", "seconds a turn"],
  ["tool_trajectory_precision", "trajectory precision"],
  ["tool_trajectory_recall", "trajectory recall"],
  ["tool_trajectory_f1", "trajectory F1"],
  ["single_tool_use", "single tool use"],
  ["final_session_state", "final state"],
  ["response_contains", "answer contains"],
  ["response_regex", "answer pattern"],
  ["response_json_schema", "answer schema"],
  ["response_similarity", "answer similarity"],
  ["response_language", "answer language"],
  ["response_latency", "slowest turn"],
  ["tool_response_match", "tool responses"],
  ["no_tool_errors", "no tool errors"],
  ["intermediate_response_match", "words on the way"],
  ["intermediate_response_match_v2", "words on the way, judged"],
  ["tool_calls", "tool calls"],
  ["total_tokens", "tokens in all"],
  ["total_cost", "dollars in all"],
  ["composite", "composite"],
]);

const notFractions = [
  "response_evaluation_score",
  "response_coherence",
  "response_helpfulness",
  "tool_call_count_v1",
  "inference_call_count_v1",
  "token_usage_v1",
  "invocation_duration_v1",
  "response_latency",
  "tool_calls",
  "total_tokens",
  "total_cost",
];

// a metric of somebody else may have any range, so it gets no word
const fractions: ReadonlySet<string> = new Set(
  [...plainNames.keys()].filter((name) => !notFractions.includes(name)),
);
