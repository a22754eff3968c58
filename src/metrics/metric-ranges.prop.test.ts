import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aMetricInput } from "../../tests/measure-built-in.ts";
import type { Invocation } from "../core/invocation.ts";
import { planMetric } from "../project/metrics/plan-metrics.ts";
import { measureMetric } from "../runner/measure-metric.ts";
import { aMetricResult, anEvalCase, anExpectedTurn, anInvocation } from "../testing/builders.ts";
import { metricDefinitions } from "./index.ts";

/** Settings for metrics that cannot do without. */
const settings: Readonly<Record<string, object>> = {
  composite: { weights: { tool_trajectory_avg_score: 2, response_evaluation_score: 1 } },
  response_contains: { texts: ["ferry", "seven"] },
  response_json_schema: { schema: { type: "number" } },
  response_language: { language: "ko" },
  response_regex: { pattern: "fer+y" },
  single_tool_use: { tool: "find" },
};

// small on purpose: the point is the shape of turns, not their size
const text = fc.constantFrom("", "The ferry leaves at seven", "ferry", "17", "안녕", "{}");
const name = fc.constantFrom("find", "book", undefined);
const value = fc.constantFrom<unknown>(1, true, "a", null, { b: [1] });
const object = fc.dictionary(fc.constantFrom("a", "error", "status"), value, { maxKeys: 2 });
const calls = fc.array(fc.record({ name, args: object }), { maxLength: 3 });
const responses = fc.array(fc.record({ name, response: object }), { maxLength: 2 });
const seconds = fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined });
const count = fc.option(fc.nat(5000), { nil: undefined });
const usage = fc.option(fc.record({ promptTokenCount: count, candidatesTokenCount: count }), {
  nil: undefined,
});

const actualTurn: fc.Arbitrary<Invocation> = fc
  .record({ answer: text, calls, responses, said: text, usageMetadata: usage, duration: seconds })
  .map(({ answer, calls: made, responses: given, said, usageMetadata, duration }) => {
    const parts = [
      ...made.map((functionCall) => ({ functionCall })),
      ...given.map((functionResponse) => ({ functionResponse })),
      { text: said },
    ];
    const invocationEvents = [{ author: "agent", content: { parts }, usageMetadata }];
    return anInvocation({ answer, duration, intermediateData: { invocationEvents } });
  });

const expectedTurn: fc.Arbitrary<Invocation> = fc
  .record({ answer: fc.option(text), calls, responses, said: text })
  .map(({ answer, calls: toolUses, responses: toolResponses, said }) => {
    const intermediateResponses = said === "" ? [] : ([["agent", [{ text: said }]]] as const);
    const intermediateData = { toolUses, toolResponses, intermediateResponses };
    return answer === null
      ? anExpectedTurn({ finalResponse: undefined, intermediateData })
      : anExpectedTurn({ answer, intermediateData });
  });

const conversation = fc.record({
  turns: fc.array(fc.tuple(actualTurn, expectedTurn), { maxLength: 3 }),
  isScenario: fc.boolean(),
  wanted: object,
  finalState: fc.option(object, { nil: undefined }),
  earlier: fc.array(
    fc.record({
      name: fc.constantFrom("tool_trajectory_avg_score", "response_evaluation_score"),
      score: fc.double({ min: -1, max: 9, noNaN: true }),
    }),
    { maxLength: 4 },
  ),
});

const runnable = metricDefinitions.filter((definition) => definition.create !== undefined);

describe("every metric scores within its range, or says why it does not", () => {
  test.each(runnable.map((definition) => [definition.name, definition.range] as const))(
    "%s",
    async (metricName, { min, max = Number.POSITIVE_INFINITY }) => {
      const metric = planMetric(metricName, { threshold: 1, ...settings[metricName] });
      await fc.assert(
        fc.asyncProperty(
          conversation,
          async ({ turns, isScenario, wanted, finalState, earlier }) => {
            const input = aMetricInput({
              actual: turns.map(([actual]) => actual),
              expected: isScenario ? undefined : turns.map(([, expected]) => expected),
              evalCase: anEvalCase({ finalSessionState: wanted as Record<string, unknown> }),
              finalState: finalState as Record<string, unknown> | undefined,
              earlier: earlier.map(aMetricResult),
            });
            const result = await measureMetric(metric, input);
            if (result.score === undefined) {
              expect(result).toMatchObject({ status: "not-evaluated", reason: expect.any(String) });
              expect(result.detail).toMatch(/\.$|"skip": \["\w+"\] }$/);
              expect(result.detail).not.toContain(" broke: ");
              return;
            }
            for (const score of [
              result.score,
              ...result.perInvocation.map((turn) => turn.score ?? min),
            ]) {
              expect(score).toBeGreaterThanOrEqual(min);
              expect(score).toBeLessThanOrEqual(max);
            }
          },
        ),
        { numRuns: 60 },
      );
    },
  );
});
