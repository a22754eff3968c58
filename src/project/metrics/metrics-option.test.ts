import { type } from "arktype";
import * as v from "valibot";
import { expect, test } from "vitest";
import { z } from "zod";
import { evaluate } from "../../api/evaluate.ts";
import type { RunOptions } from "../../api/run-options.ts";
import { defineMetric } from "../../core/metrics/define-metric.ts";
import type { ConfiguredMetric } from "../../core/metrics/metric-call.ts";
import { withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { number } from "../../core/schema/schema.ts";
import {
  composite,
  hallucinations,
  metricDefinitions,
  responseMatch,
  toolTrajectory,
} from "../../metrics/index.ts";
import { defineConfig } from "../define/define-config.ts";

const agent = (text: string) => (text.includes("open") ? "We open at nine." : "Nobody knows.");
const evalSet = {
  eval_set_id: "hours",
  eval_cases: [
    {
      eval_id: "opening",
      conversation: [{ user_content: "When do you open?", final_response: "We open at nine." }],
    },
  ],
};

const run = (options: RunOptions) => evaluate(agent, evalSet, { store: "memory", ...options });
const given = (...metrics: unknown[]) => run({ metrics: metrics as ConfiguredMetric[] });

test("metrics that are called are measured as the criteria of a config are", async () => {
  const called = await run({
    metrics: [toolTrajectory({ threshold: 1, matchType: "IN_ORDER" }), responseMatch(0.8)],
  });
  const named = await run({
    criteria: {
      tool_trajectory_avg_score: { threshold: 1, match_type: "IN_ORDER" },
      response_match_score: 0.8,
    },
  });
  expect(called.status).toBe("passed");
  const results = ({ cases }: typeof called) => cases.map(({ metrics }) => metrics.slice(0, 2));
  expect(results(called)).toEqual(results(named));
});

test("every metric there is can be called, and writes its settings as files do", () => {
  for (const definition of metricDefinitions) {
    const metric = definition as unknown as (criterion: unknown) => ConfiguredMetric;
    expect(metric(0.5)).toEqual({ metric, criterion: 0.5 });
    const keys = Object.keys(definition.criterion.jsonSchema().properties ?? {});
    const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    const settings = Object.fromEntries(keys.map((key) => [camel(key), null]));
    expect(Object.keys(metric({ threshold: 1, ...settings }).criterion)).toEqual([
      "threshold",
      ...keys,
    ]);
  }
  expect(hallucinations({ threshold: 1, judgeModelOptions: { numSamples: 3 } }).criterion).toEqual({
    threshold: 1,
    judge_model_options: { num_samples: 3 },
  });
  const args = { bookTable: { guestName: { ignore: true } } } as const;
  expect(toolTrajectory({ threshold: 1, args }).criterion).toEqual({ threshold: 1, args });
});

test("metrics stand beside criteria, and in a config", async () => {
  const config = defineConfig({
    criteria: { response_match_score: 0.8 },
    metrics: [composite({ threshold: 0.5, weights: { response_match_score: 1 } })],
  });
  const { scores } = await run({ config });
  expect(scores).toMatchObject({ response_match_score: 1, composite: 1 });
});

test.each([
  ["a number", () => 0.75, 0.75],
  ["true", () => true, 1],
  ["false", async () => false, 0],
  ["an outcome", () => ({ kind: "scored", score: 0.5, perInvocation: [] }) as const, 0.5],
  ["a promise", async () => 0.25, 0.25],
])("a metric of one's own may answer with %s", async (_, measure, score) => {
  const mine = defineMetric({ name: "mine", measure });
  const result = await run({ metrics: [mine({ threshold: 0.5 })] });
  expect(result.scores.mine).toBe(score);
  expect(result.passed).toBe(score >= 0.5);
});

test.each([
  ["a text", () => "good"],
  ["nothing", () => undefined],
  ["more than its range", () => 7],
  ["NaN", () => Number.NaN],
  ["an error", () => Promise.reject(new Error("no"))],
])("an answer that is %s is not evaluated", async (_, measure) => {
  const mine = defineMetric({ name: "mine", measure: measure as () => number });
  const result = await run({ metrics: [mine(0)] });
  expect(result.status).toBe("incomplete");
  expect(result.scores.mine).toBeUndefined();
});

const words = {
  zod: z.object({ maxWords: z.number().int().default(4) }),
  valibot: v.object({ maxWords: v.optional(v.number(), 4) }),
  arktype: type({ maxWords: "number = 4" }),
  "a shape": object<{ maxWords: number }>(
    { maxWords: withDefault(number, 4) },
    { expected: "a criterion", unknown: "refuse" },
  ),
};

test.each(Object.entries(words))("%s describes the settings of a metric", async (_, criterion) => {
  const brief = defineMetric<{ maxWords: number }, { maxWords?: number }>({
    name: "brief",
    criterion: criterion as z.ZodType<{ maxWords: number }, { maxWords?: number }>,
    measure: ({ actual }, { maxWords }) =>
      actual.every((turn) => JSON.stringify(turn.finalResponse).split(" ").length <= maxWords),
  });
  expect((await run({ metrics: [brief({ threshold: 1 })] })).scores.brief).toBe(1);
  expect((await run({ metrics: [brief({ threshold: 1, maxWords: 2 })] })).scores.brief).toBe(0);
  const wrong = run({ metrics: [brief({ threshold: 1, maxWords: "2" as never })] });
  await expect(wrong).rejects.toMatchObject({
    code: "metric/invalid",
    message: expect.stringMatching(/max_?words/i),
  });
  const misspelt = { threshold: 1, maxWord: 2 } as never;
  await expect((async () => given(brief(misspelt)))()).rejects.toMatchObject({
    code: "metric/invalid",
    message: expect.stringMatching(/no setting "maxWord"/),
  });
});

test("a definition as an object of plain JavaScript has the same defaults", async () => {
  const brief = {
    criterion: words.arktype,
    measure: (_: unknown, s: { maxWords: number }) => s.maxWords / 8,
  };
  const config = { criteria: { brief: { threshold: 0.5 } }, customMetrics: { brief } };
  expect((await run({ config: config as never })).scores.brief).toBe(0.5);
});

test("a schema that answers later is refused with a sentence", async () => {
  const criterion = z.object({ words: z.number().refine(async () => true) });
  const late = defineMetric({ name: "late", criterion, measure: () => 1 });
  await expect(given(late({ threshold: 1, words: 1 }))).rejects.toMatchObject({
    code: "metric/invalid",
    message: "The criterion's schema is asynchronous, or throws.",
  });
  const thrower = z.object({ words: z.number().transform((): number => JSON.parse("{")) });
  const broken = defineMetric({ name: "broken", criterion: thrower, measure: () => 1 });
  await expect(given(broken({ threshold: 1, words: 1 }))).rejects.toMatchObject({
    code: "metric/invalid",
    message: "The criterion's schema is asynchronous, or throws.",
  });
});

test("a transformed setting is no misspelt one, and one called extras is a setting", async () => {
  const criterion = z
    .object({ words: z.number().default(2), extras: z.record(z.string(), z.number()) })
    .transform(({ words: most, extras }) => ({ most, extras }));
  const mine = defineMetric({
    name: "mine",
    criterion,
    measure: (_, { most, extras }) => most / (extras.match_tipe ?? 1),
  });
  const result = await given(mine({ threshold: 0, words: 2, extras: { match_tipe: 4 } }));
  expect(result.scores.mine).toBe(0.5);
});

const uncalled = () => 1;
test.each([
  [
    "a metric that nobody called",
    [responseMatch],
    "metrics[0] is the metric response_match_score without a threshold.",
  ],
  [
    "a name",
    ["response_match_score"],
    'metrics[0] is "response_match_score"; a metric that was called was expected.',
  ],
  ["a function", [uncalled], "metrics[0] is a function; a metric that was called was expected."],
  [
    "one metric twice",
    [responseMatch(1), responseMatch(0.5)],
    "The metric response_match_score is given twice.",
  ],
])("%s is refused", async (_, metrics, message) => {
  await expect(given(...metrics)).rejects.toMatchObject({ code: "config/invalid", message });
});

test("metrics that are no list, and a config beside them, are refused", async () => {
  await expect(run({ metrics: responseMatch(1) as never })).rejects.toThrow(
    "an array was expected",
  );
  const both = run({ metrics: [responseMatch(1)], config: "test_config.json" });
  await expect(both).rejects.toThrow("Both config and metrics are given.");
});

test("a call with a misspelt setting, or nothing, throws with the setting that was meant", () => {
  const call = (criterion: unknown) => () => toolTrajectory(criterion as number);
  expect(call({ threshold: 1, matchTipe: "EXACT" })).toThrow(
    expect.objectContaining({
      message: 'tool_trajectory_avg_score has no setting "matchTipe".',
      hint: 'Did you mean "matchType"?',
    }),
  );
  expect(call({ threshold: 1, matchType: "EXACT", match_type: "EXACT" })).toThrow(
    'tool_trajectory_avg_score is given "match_type" twice.',
  );
  expect(call(undefined)).toThrow("was called without a threshold");
  expect(call("1")).toThrow('was called with "1"');
});

test.each<[object, string]>([
  [{ name: "m", mesure: () => 1 }, 'has a key "mesure"'],
  [{ name: "m" }, "has no function that measures"],
  [{ name: "", measure: () => 1 }, "as a name"],
  [{ name: "m", measure: () => 1, create: () => () => 1 }, "both measure and create"],
  [{ name: "m", measure: () => 1, criterion: {} }, "is no schema"],
  [{ name: "m", measure: () => 1, direction: "up" }, "The direction of m"],
])("defineMetric refuses %o", (spec, message) => {
  expect(() => defineMetric(spec as never)).toThrow(message);
});

test("a schema that asks for the threshold is told that it never sees one", async () => {
  const brief = defineMetric({
    name: "brief",
    criterion: z.object({ threshold: z.number() }),
    measure: () => 1,
  });
  await expect(given(brief({ threshold: 1 }))).rejects.toMatchObject({
    place: { path: "criteria.brief.threshold" },
    hint: "The metric's own schema never sees the threshold: leave it out there.",
  });
});
