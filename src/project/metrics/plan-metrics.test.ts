import { expect, test } from "vitest";
import { readConfig } from "../config/read-config.ts";
import { planMetric, planMetrics } from "./plan-metrics.ts";
import { resolveCriterion } from "./resolve-criterion.ts";

const efficiency = [
  "tool_call_count_v1",
  "inference_call_count_v1",
  "token_usage_v1",
  "invocation_duration_v1",
];

function planned(config: unknown) {
  return planMetrics(readConfig(JSON.stringify(config), { file: "test_config.json" }));
}

test("without a config ADK's two defaults are measured, and the efficiency metrics inform", () => {
  const metrics = planMetrics(undefined);
  expect(metrics.map(({ name, threshold }) => [name, threshold])).toEqual([
    ["tool_trajectory_avg_score", 1],
    ["response_match_score", 0.8],
    ...efficiency.map((name) => [name, undefined]),
  ]);
});

test("an efficiency metric that is named is planned once, with its threshold as a limit", () => {
  const metrics = planned({ criteria: { token_usage_v1: 1000 } });
  expect(metrics.filter((metric) => metric.name === "token_usage_v1")).toMatchObject([
    { threshold: 1000, direction: "lower" },
  ]);
  expect(metrics).toHaveLength(4);
});

test("the criterion holds every key as it was written, the shared settings first", () => {
  const { criterion } = planMetric("tool_trajectory_avg_score", {
    matchType: "any order",
    note: null,
    threshold: 1,
  });
  expect(Object.entries(criterion ?? {})).toEqual([
    ["threshold", 1],
    ["include_intermediate_responses_in_final", false],
    ["matchType", "any order"],
    ["note", null],
  ]);
});

test("of two spellings of a setting the camelCase one counts, as in ADK", () => {
  const metric = planMetric("tool_trajectory_avg_score", {
    threshold: 1,
    match_type: "EXACT",
    matchType: "ANY_ORDER",
  });
  expect(resolveCriterion(metric)).toMatchObject({ match_type: "ANY_ORDER" });
});

test("a judge named beside the threshold is honoured, and a rubric may be one sentence", () => {
  const metric = planMetric("rubric_based_tool_use_quality_v1", {
    rubric: "It looks before it books.",
    judge_model: "openai/gpt-4o",
  });
  expect(metric.threshold).toBe(0.5);
  expect(resolveCriterion(metric)).toMatchObject({
    judge_model_options: { judge_model: "openai/gpt-4o", num_samples: 5 },
    rubrics: [
      { rubric_id: "rubric_1", rubric_content: { text_property: "It looks before it books." } },
    ],
  });
});

test("a name nobody knows is refused with the nearest one", () => {
  expect(() => planMetric("tool_trajectory", 1)).toThrow('There is no metric "tool_trajectory".');
  expect(() => planMetric("respnse_match_score", 1)).toThrow(
    expect.objectContaining({ hint: 'Did you mean "response_match_score"?' }),
  );
});

test("a metric that decides needs a criterion", () => {
  expect(() => planMetric("response_match_score")).toThrow(
    expect.objectContaining({ code: "metric/invalid" }),
  );
});

test("integers too long for a double are thresholds like any other", () => {
  const text = '{"criteria": {"token_usage_v1": 12345678901234567890}}';
  const [metric] = planMetrics(readConfig(text, { file: "test_config.json" }));
  expect(metric?.threshold).toBe(Number("12345678901234567890"));
});

test("a metric made of others refuses members that are missing or come later", () => {
  const composite = { threshold: 0.5, weights: { response_match_score: 1 } };
  const after = {
    criteria: [
      ["composite", composite],
      ["response_match_score", 0.5],
    ] as const,
  };
  expect(() => planMetrics(after)).toThrow(
    "weighs response_match_score, which is measured after it",
  );
  const alone = { criteria: [["composite", composite]] as const };
  expect(() => planMetrics(alone)).toThrow(
    expect.objectContaining({ hint: "Add response_match_score to the criteria, above composite." }),
  );
  const before = {
    criteria: [
      ["response_match_score", 0.5],
      ["composite", composite],
    ] as const,
  };
  expect(
    planMetrics(before)
      .slice(0, 2)
      .map((metric) => metric.name),
  ).toEqual(["response_match_score", "composite"]);
});
