import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { aMetricInput } from "../../../tests/measure-built-in.ts";
import type { MetricInput } from "../../core/metric.ts";
import type { MetricOutcome } from "../../core/metric-outcome.ts";
import { planMetric } from "../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anEvalCase, anExpectedTurn, anInvocation } from "../../testing/builders.ts";
import { type CustomMetricFunction, customFunctionMetric } from "./custom-function-metric.ts";

const twoTurns = { actual: [anInvocation(), anInvocation()] };

function measure(run: unknown, input: Partial<MetricInput> = twoTurns, criterion: unknown = 0.5) {
  const definition = customFunctionMetric({ name: "polite", load: async () => run });
  const custom = new Map([["polite", { definition, path: "polite.ts:polite" }]]) as never;
  return measureMetric(planMetric("polite", criterion, { custom }), aMetricInput(input));
}

describe("a function of the user's own", () => {
  test("is called as ADK calls custom metrics", async () => {
    const calls: Parameters<CustomMetricFunction>[] = [];
    const expected = [anExpectedTurn(), anExpectedTurn()];
    const run: CustomMetricFunction = (...given) => calls.push(given);
    await measure(run, { ...twoTurns, expected }, { threshold: 0.5, words: ["please"] });
    expect(calls).toEqual([
      [
        {
          metricName: "polite",
          threshold: undefined,
          criterion: { threshold: 0.5, words: ["please"] },
        },
        twoTurns.actual,
        expected,
        null,
      ],
    ]);
  });

  test("gets null for what there is not, and the scenario where there is one", async () => {
    const conversationScenario = { startingPrompt: "hi", conversationPlan: "book a room" };
    const evalCase = anEvalCase({ conversationScenario });
    const run: CustomMetricFunction = (_metric, _actual, expected, scenario) =>
      expected === null && isDeepStrictEqual(scenario, conversationScenario) ? 1 : 0;
    expect((await measure(run, { ...twoTurns, evalCase })).score).toBe(1);
  });

  test.each<[string, unknown, Partial<MetricOutcome> & Record<string, unknown>]>([
    ["a number", 0.7, { status: "passed", score: 0.7 }],
    ["a boolean", false, { status: "failed", score: 0 }],
    [
      "a score and why",
      { score: 0.2, why: "Too curt." },
      { status: "failed", detail: "Too curt." },
    ],
    [
      "a result that decides for itself",
      { overallScore: 0.1, overallEvalStatus: "PASSED" },
      { status: "passed" },
    ],
    [
      "ADK's spelling and numbers",
      { overall_score: 0.9, overall_eval_status: 2 },
      { status: "failed" },
    ],
    [
      "not evaluated",
      { overall_eval_status: 3 },
      { status: "not-evaluated", reason: "unsupported" },
    ],
    ["ADK's word for a turn", { score: 1, eval_status: "FAILED" }, { status: "failed" }],
    ["no score at all", {}, { status: "not-evaluated", reason: "unsupported" }],
  ])("may return %s", async (_, returned, outcome) => {
    expect(await measure(() => returned)).toMatchObject(outcome);
  });

  test("may score its turns", async () => {
    const per_invocation_results = [{ score: 1, eval_status: 1 }, { score: 0.2 }];
    const result = await measure(async () => ({ overall_score: 0.6, per_invocation_results }));
    expect(result.perInvocation).toMatchObject([
      { score: 1, status: "passed" },
      { score: 0.2, status: "failed" },
    ]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("no network");
      },
      "polite threw: no network",
    ],
    ["rejects", () => Promise.reject(new Error("no network")), "polite threw: no network"],
    [
      "returns nothing",
      () => undefined,
      "polite returned nothing; a number or a result was expected.",
    ],
    ["returns NaN", () => Number.NaN, "polite returned the score NaN."],
    [
      "makes up a status",
      () => ({ score: 1, status: "FINE" }),
      'polite returned the status "FINE"',
    ],
    [
      "says two statuses",
      () => ({ score: 1, status: "PASSED", evalStatus: "FAILED" }),
      "polite returned evalStatus failed and status passed.",
    ],
    [
      "says two scores",
      () => ({ score: 1, overall_score: 0 }),
      "polite returned overall_score 0 and score 1.",
    ],
    [
      "fails in another tool's word",
      () => ({ score: 1, passed: false }),
      "polite returned passed: false, which is not read",
    ],
    [
      "fails in a word of its own",
      () => ({ score: 1, verdict: "fail" }),
      'polite returned verdict: "fail", which is not read',
    ],
    [
      "tells of an error beside its score",
      () => ({ score: 1, error: "no answer" }),
      'polite returned error: "no answer", which makes its score doubtful',
    ],
    [
      "tells of an error object beside its score",
      () => ({ score: 1, error: new Error("no answer") }),
      'polite returned error: "no answer", which makes its score doubtful',
    ],
    [
      "says that there was an error",
      () => ({ score: 1, exception: true }),
      "polite returned exception: true, which makes its score doubtful",
    ],
    [
      "misspells its status",
      () => ({ score: 1, staus: "FAILED" }),
      'polite returned staus: "FAILED", which is not read',
    ],
    ["passes without a score", () => ({ overallEvalStatus: 1 }), "without a score"],
    [
      "scores too few turns",
      () => ({ score: 1, perInvocationResults: [{ score: 1 }] }),
      "1 turns of a conversation of 2",
    ],
    ["is no function", 5, "is no function"],
  ])("that %s spoils its own result only", async (_, run, detail) => {
    const result = await measure(run);
    expect(result).toMatchObject({ status: "not-evaluated", reason: "metric-error" });
    expect(result.detail).toContain(detail);
  });

  test("that never answers ends when the run is cancelled", async () => {
    const controller = new AbortController();
    const waiting = measure(() => new Promise(() => {}), {
      ...twoTurns,
      signal: controller.signal,
    });
    controller.abort();
    expect(await waiting).toMatchObject({ status: "not-evaluated", reason: "cancelled" });
  });
});
