import { describe, expect, test } from "vitest";
import { measureBuiltIn } from "../../tests/measure-built-in.ts";
import type { MetricResult } from "../core/run.ts";
import { planMetric } from "../project/metrics/plan-metrics.ts";
import { aMetricResult, anInvocation } from "../testing/builders.ts";

function weigh(
  settings: Readonly<Record<string, unknown>>,
  ...earlier: readonly Partial<MetricResult>[]
) {
  const input = { actual: [anInvocation()], earlier: earlier.map(aMetricResult) };
  return measureBuiltIn("composite", settings, input);
}

describe("composite", () => {
  test("is the weighted mean of its members", async () => {
    const weights = { response_match_score: 3, tool_trajectory_avg_score: 1 };
    const result = await weigh(
      { weights, threshold: 0.6 },
      { name: "response_match_score", score: 0.8 },
      { score: 0 },
    );
    expect(result.score).toBeCloseTo(0.6, 12);
    expect(result.detail).toBe("tool_trajectory_avg_score is the lowest part, 0 of 1.");
  });

  test("brings a member to 0 to 1 by its range and its direction", async () => {
    const coherence = { name: "response_evaluation_score", score: 4 };
    expect((await weigh({ weights: { response_evaluation_score: 1 } }, coherence)).score).toBe(
      0.75,
    );
    const calls = { name: "tool_calls", score: 2, direction: "lower" } as const;
    const settings = { weights: { tool_calls: 1 }, ranges: { tool_calls: { max: 8 } } };
    expect((await weigh(settings, calls)).score).toBe(0.75);
    expect((await weigh(settings, { ...calls, score: 100 })).score).toBe(0);
  });

  test("is not evaluated when a member is not, and says which", async () => {
    const member = {
      status: "not-evaluated",
      score: undefined,
      reason: "missing-reference",
      detail: "No reference.",
    } as const;
    expect(await weigh({ weights: { tool_trajectory_avg_score: 1 } }, member)).toMatchObject({
      status: "not-evaluated",
      reason: "missing-reference",
      detail: "composite weighs tool_trajectory_avg_score, which was not evaluated: No reference.",
    });
  });

  test("is not evaluated when a member scored only some of its turns", async () => {
    const partly = { coverage: { scored: 1, of: 2 }, reason: "partly-scored" } as const;
    const result = await weigh({ weights: { tool_trajectory_avg_score: 1 } }, partly);
    expect(result).toMatchObject({ status: "not-evaluated", reason: "partly-scored" });
  });

  test("says so when a member is not measured before it", async () => {
    const result = await weigh({ weights: { response_match_score: 1 } });
    expect(result).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
    expect(result.detail).toContain("Name response_match_score above composite");
  });

  test.each([
    [{}, 'has no "weights"'],
    [{ weights: {} }, "weights is empty"],
    [{ weights: { safety_v1: 0 } }, "gives safety_v1 the weight 0"],
    [{ weights: { tool_calls: 1 } }, "has tool_calls, whose values have no upper bound"],
    [
      { weights: { safety_v1: 1 }, ranges: { tool_calls: { max: 1 } } },
      "has tool_calls, which has no weight",
    ],
    [{ weights: { tool_calls: 1 }, ranges: { tool_calls: { max: 0 } } }, "from 0 to 0"],
  ])("refuses %j before the run", (settings, message) => {
    expect(() => planMetric("composite", { threshold: 1, ...settings })).toThrow(message);
  });
});
