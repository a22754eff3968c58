import { expect, test } from "vitest";
import { aMetricInput } from "../../../tests/measure-built-in.ts";
import type { InvocationEvent } from "../../core/invocation.ts";
import { planMetrics } from "../../project/metrics/plan-metrics.ts";
import { measureMetric } from "../../runner/measure-metric.ts";
import { anInvocation } from "../../testing/builders.ts";

const call = (modelVersion: string | undefined, input = 1_000, output = 100): InvocationEvent => ({
  author: "agent",
  modelVersion,
  usageMetadata: { promptTokenCount: input, candidatesTokenCount: output },
});

async function costOf(
  events: readonly (readonly InvocationEvent[])[],
  modelPrices?: Record<string, { input: number; output: number }>,
) {
  const [metric] = planMetrics({ criteria: [["total_cost", 0.001]], modelPrices });
  const actual = events.map((invocationEvents) =>
    anInvocation({ intermediateData: { invocationEvents } }),
  );
  if (metric === undefined) throw new Error("it is planned");
  return measureMetric(metric, aMetricInput({ actual }));
}

test("model calls of all turns are priced by the model that answered", async () => {
  const result = await costOf([
    [call("gemini-2.5-flash"), call("gpt-5-mini-2026-01-01")],
    [call("claude-haiku-4-5")],
  ]);
  expect(result.score).toBeCloseTo(0.00055 + 0.00045 + 0.0015, 12);
  expect(result).toMatchObject({ status: "failed", detail: "3 model calls cost $0.0025." });
});

test("a price in the config goes before the list", async () => {
  const cheap = await costOf([[call("gemini-2.5-flash")]], {
    "gemini-2.5-flash": { input: 0, output: 1 },
  });
  expect(cheap).toMatchObject({ status: "passed" });
  expect(cheap.score).toBeCloseTo(0.0001, 12);
});

test("what is not known is never nothing", async () => {
  const strange = await costOf([[call("gemini-2.5-flash"), call("my-model")]]);
  expect(strange).toMatchObject({ status: "not-evaluated", reason: "unsupported" });
  expect(strange.detail).toContain('"model_prices": { "my-model"');
  const silent: InvocationEvent = { author: "agent", modelVersion: "gemini-2.5-flash" };
  for (const events of [[], [[silent]], [[call(undefined)]]]) {
    expect(await costOf(events)).toMatchObject({ status: "not-evaluated" });
  }
});
