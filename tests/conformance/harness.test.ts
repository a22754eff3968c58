import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject } from "../../src/core/schema/parse-context.ts";
import { expectScore, ours } from "./compare.ts";
import { checks as environmentSimulation } from "./kinds/environment-simulation.ts";
import { checks as finalResponseMatch } from "./kinds/final-response-match-v2.ts";
import { checks as judgeReplies } from "./kinds/judge-replies.ts";
import { checks as metricConfigErrors } from "./kinds/metric-config-errors.ts";
import { checks as migration } from "./kinds/migration.ts";
import { checks as rubricsFinalResponse } from "./kinds/rubrics-final-response.ts";
import { checks as trajectory } from "./kinds/trajectory.ts";
import { checks as userSimulatorQuality } from "./kinds/user-simulator-quality.ts";
import { checks as vertexMetrics } from "./kinds/vertex-metrics.ts";
import { near, told } from "./near.ts";
import type { ConformanceKind, Vector } from "./vector.ts";

const folder = join(import.meta.dirname, "vectors");
const judgedKinds = [
  "final-response-match-v2",
  "rubrics-final-response",
  "rubrics-tool-use",
  "rubrics-multi-turn-trajectory",
  "hallucinations",
  "user-simulator-quality",
  "vertex-metrics",
];

/** Data of users keeps its keys, and so do behaviors of personas, which the reference knows in snake_case only. */
const data = new Set(["args", "response", "state", "verdicts", "answers", "behaviors"]);

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      data.has(key) ? each : inCamelCase(each),
    ]),
  );
}

function vectorOf(input: object, expected: object): Vector {
  return { id: "v", about: "", input: input as never, expected: expected as never };
}

const turn = (user: object, answer: object) => ({ user_content: user, final_response: answer });
const text = (...texts: string[]) => ({ parts: texts.map((each) => ({ text: each })) });
const one = { threshold: 0.5, judge_model_options: { num_samples: 1 } };
const passed = {
  overall_score: 1,
  overall_status: "PASSED",
  per_invocation: [{ score: 1, status: "PASSED" }],
};

describe.each(judgedKinds)("%s", (kind) => {
  test("holds in camelCase too", async () => {
    const { vectors } = JSON.parse(readFileSync(join(folder, `${kind}.json`), "utf8"));
    const { checks } = (await import(join(import.meta.dirname, "kinds", `${kind}.ts`))) as {
      checks: ConformanceKind;
    };
    for (const vector of vectors as Vector[]) {
      const camel = Object.entries(vector.input).map(([key, value]) => [
        key,
        data.has(key) ? value : inCamelCase(value),
      ]);
      await checks.hold({ ...vector, input: Object.fromEntries(camel) });
    }
  });
});

test("messages without a part, and with several, are judged turn by turn", async () => {
  for (const user of [{}, { parts: [] }, text(""), text('a "quoted"', "second\nline")]) {
    const turns = [turn(user, text("yes"))];
    const input = { criterion: one, actual: turns, expected: turns, verdicts: [["valid"]] };
    await finalResponseMatch.hold(vectorOf(input, passed));
    const unlike = { ...input, expected: [turn(text("hi"), text("yes"))] };
    await finalResponseMatch.hold(vectorOf(unlike, passed));
  }
});

test("a vector that does not hold fails, and one that is wrong fails for that", async () => {
  const turns = [turn(text("hi"), text("yes"))];
  const input = { criterion: one, actual: turns, expected: turns };
  const hold = (verdicts: unknown, expected: object = passed) =>
    finalResponseMatch.hold(vectorOf({ ...input, verdicts }, expected));
  await expect(hold([["invalid"]])).rejects.toThrow();
  await expect(hold([["perhaps"]])).rejects.toThrow('"perhaps" is no verdict');
  await expect(hold([["valid"]], { ...passed, overall_status: "SKIPPED" })).rejects.toThrow(
    '"SKIPPED" is no status',
  );
  // a judge that is asked too often is taken for one that fails, and nothing is evaluated then
  const none = { score: null, status: "NOT_EVALUATED" };
  const unevaluated = {
    overall_score: null,
    overall_status: "NOT_EVALUATED",
    per_invocation: [none],
  };
  await expect(hold([[]], unevaluated)).rejects.toThrow("asked more often");
});

test("forms that we read and ADK does not are refused where the vector says so", async () => {
  const calls = (...tools: unknown[]) => [
    { user_content: text("hi"), intermediate_data: { tool_uses: tools } },
  ];
  const refused = { error: { type: "ValidationError", mentions: [] } };
  const hold = async (actual: unknown, expected: object) =>
    trajectory.hold(vectorOf({ criterion: 1, actual, expected: calls({ name: "a" }) }, expected));
  await hold(calls("a"), refused);
  await hold([{ user_content: "hi" }], refused);
  await hold(calls({ name: "a" }), passed);
  await expect(hold(calls("a"), passed)).rejects.toThrow();
  await expect(hold(calls({ name: "a" }), refused)).rejects.toThrow();
});

test("a set that is looked up by its id is one of the app's folder", async () => {
  const input = { via: "local_manager", text: '[{"name": "a", "data": []}]' };
  const refused = { error: { type: "ValueError", mentions: [] } };
  await migration.hold(vectorOf({ ...input, eval_set_id: "../a" }, refused));
  await expect(
    (async () => migration.hold(vectorOf({ ...input, eval_set_id: "a" }, refused)))(),
  ).rejects.toThrow();
});

test("a threshold of minus zero is zero", async () => {
  const input = { metric: "response_match_score", criterion: 0 };
  await metricConfigErrors.hold(vectorOf(input, { stage: "accepted", threshold: -0 }));
});

test("what an agent did is never refused in the place of a metric", async () => {
  const broken = { criterion: one, actual: [{ user_content: 7 }], expected: null, verdicts: [] };
  await expect(
    finalResponseMatch.hold(vectorOf(broken, { error: { type: "ValueError", mentions: [] } })),
  ).rejects.toThrow();
});

test("scores off a scale add up, and are no replies of a judge of ours", async () => {
  const turns = [turn(text("hi"), text("yes")), turn(text("more"), text("no"))];
  const input = {
    metric: "response_evaluation_score",
    criterion: 2,
    actual: turns,
    expected: turns,
  };
  await vertexMetrics.hold(
    vectorOf(
      { ...input, answers: [{ score: 0.5 }, { score: 4.5 }] },
      {
        overall_score: 2.5,
        overall_status: "PASSED",
        per_invocation: [
          { score: 0.5, status: "FAILED" },
          { score: 4.5, status: "PASSED" },
        ],
      },
    ),
  );
});

test("rubrics may have numbers for ids", async () => {
  const turns = [turn(text("hi"), text("yes"))];
  const rubrics = ["b", "1"].map((id) => ({
    rubric_id: id,
    rubric_content: { text_property: `It is ${id}.` },
  }));
  const entries = [
    { rubric_id: "b", score: 1 },
    { rubric_id: "1", score: 0 },
  ];
  const input = {
    criterion: { ...one, rubrics },
    actual: turns,
    expected: null,
    verdicts: JSON.parse('[[{"b": "yes", "1": "no"}]]'),
  };
  const half = { score: 0.5, status: "PASSED", rubrics: entries };
  const outcome = { overall_score: 0.5, overall_status: "PASSED", overall_rubrics: entries };
  await rubricsFinalResponse.hold(vectorOf(input, { ...outcome, per_invocation: [half] }));
  const swapped = entries.map((entry) => ({ ...entry, score: 1 - entry.score }));
  await expect(
    (async () =>
      rubricsFinalResponse.hold(
        vectorOf(input, { ...outcome, overall_rubrics: swapped, per_invocation: [half] }),
      ))(),
  ).rejects.toThrow();
});

test("verdicts that a reply gives twice stay two when it is said in our words", async () => {
  const hold = async (reply: string, ours: object) =>
    judgeReplies.hold({
      ...vectorOf({ metric: "final_response_match_v2", reply }, {}),
      differs: "",
      ours: ours as never,
    });
  const [key, opposite] = ['"is_the_agent_response_valid"', '"is_the_agent_response_invalid"'];
  const contradiction = { verdict: null, reason: "judge-contradiction" };
  await hold(`{${key}: "valid", ${key}: "invalid"}`, contradiction);
  await hold(`{${key}: "valid", ${opposite}: "true"}`, contradiction);
  await hold(`{"reasoning": "no ${key.slice(1, -1)}: valid", ${key}: false}`, {
    verdict: "invalid",
  });
  await hold(`{${opposite}: true}`, { verdict: "invalid" });
  await hold(`{${opposite}: false}`, { verdict: "valid" });
});

test("labels belong to the sentences that were cut, also to two that are alike", async () => {
  const block = (label: string) =>
    `sentence: Yes.\nlabel: ${label}\nrationale: r\nsupporting_excerpt: null`;
  const hold = async (reply: string, labels: readonly (string | null)[]) =>
    judgeReplies.hold({
      ...vectorOf(
        {
          metric: "hallucinations_v1",
          segmenter_reply: "<sentence>Yes.</sentence><sentence>Yes.</sentence>",
          reply,
        },
        {},
      ),
      differs: "",
      ours: { labels } as never,
    });
  await hold([block("supported"), block("unsupported")].join("\n\n"), ["supported", "unsupported"]);
  await hold(block("supported"), ["supported", null]);
  await hold("", [null, null]);
});

test("long integers of a simulated tool are compared as a vector holds them", async () => {
  const injection_configs = [{ injected_response: { n: 1 }, injection_probability: 0 }];
  const config = {
    tool_simulation_configs: [{ tool_name: "a", mock_strategy_type: 1, injection_configs }],
  };
  const replies = ['{"stateful_parameters": []}', '{"n": 12345678901234567890}'];
  const result = { n: Number("12345678901234567890") };
  const input = { config, calls: [{ tool: "a", args: {} }], tools: ["a"], replies };
  await environmentSimulation.hold(
    vectorOf(input, { calls: [{ outcome: "simulated", result }], model_calls: 2, state: {} }),
  );
});

test("what was waited for is compared as a number, and must be there", async () => {
  const injection = { injected_response: { n: 1 }, injected_latency_seconds: 1.005 };
  const config = {
    tool_simulation_configs: [{ tool_name: "a", injection_configs: [injection] }],
  };
  const input = { config, calls: [{ tool: "a", args: {} }] };
  const answer = { outcome: "simulated", result: { n: 1 } };
  const hold = async (call: object) =>
    environmentSimulation.hold(vectorOf(input, { calls: [call], model_calls: 0 }));
  await hold({ ...answer, waited_seconds: 1.005 });
  await expect(hold(answer)).rejects.toThrow();
  await expect(hold({ ...answer, waited_seconds: 1.006 })).rejects.toThrow();
});

test("a judge that is silent on the end of a played conversation changes nothing", async () => {
  const scenario = { startingPrompt: "hi", conversationPlan: "Say hi." };
  const actual = [{ userContent: text("hi"), finalResponse: text("hello") }];
  const input = { criterion: one, scenario, actual, verdicts: { turns: [], stop: [null] } };
  await userSimulatorQuality.hold(vectorOf(input, passed));
});

test("criteria are planned with a judge, and accepting must be what happened", async () => {
  const rubric = { rubric_id: "a", rubric_content: { text_property: "It is so." } };
  const metric = "rubric_based_tool_use_quality_v1";
  const hold = async (criterion: unknown, expected: object) =>
    metricConfigErrors.hold(vectorOf({ metric, criterion }, expected));
  const twice = { threshold: 0.5, rubrics: [rubric, { ...rubric, rubric_id: "a " }] };
  await hold(twice, { stage: "metric", error: { type: "ValueError", mentions: [] } });
  await hold(twice, { stage: "metric" });
  await hold({ threshold: 0.5, rubrics: [rubric] }, { stage: "accepted", threshold: 0.5 });
  await expect(hold(twice, { stage: "accepted" })).rejects.toThrow("two rubrics");
  await expect(hold(0.5, { stage: "accepted", threshold: "nan" })).rejects.toThrow("no threshold");
  await expect(hold(0.5, { stage: "later" })).rejects.toThrow("no stage");
});

test("statuses, scores and intervals are compared as what they are", () => {
  expect(() => ours("NOT-EVALUATED")).toThrow("no status");
  expect(() => ours(2)).toThrow("no status");
  expect(() => ours("constructor")).toThrow("no status");
  expect(() => expectScore(1, "1" as never)).toThrow("no score");
  expect(() => expectScore(0, null)).toThrow();
  expect(told({ interval: undefined })).toEqual(near({ interval: null }));
  expect(told({ interval: [0.1, 0.2] })).not.toEqual(near({ interval: null }));
});
