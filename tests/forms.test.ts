import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  AgentEvaluator,
  collect,
  defineConfig,
  EvalRunner,
  evaluate,
  readConfig,
  readEvalSet,
  score,
  userSimulator,
} from "../src/index.ts";
import { planMetrics } from "../src/project/metrics/plan-metrics.ts";
import { temporaryFolder } from "../src/testing/temporary-folder.ts";

// Files and calls in the forms that guides print, with content of our own.

const librarian = (text: string) =>
  text.includes("open") ? "We open at nine." : "I can only tell opening hours.";

function fileWith(name: string, text: string, folder = temporaryFolder()): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const annotated = `{
  # the opening hours, as printed
  "eval_set_id": "library_hours",
  "eval_cases": [
    {
      "eval_id": "opening", // the first thing people ask
      "conversation": [
        {
          "user_content": { "role": "user", "parts": [{ "text": "When do you open?" }], },
          "final_response": { "role": "model", "parts": [{ "text": "We open at nine." }] },
          "intermediate_data": { "tool_uses": [], /* none yet */ },
        },
      ],
    },
  ],
}`;

test("a set with #, // and block comments and trailing commas is evaluated as it is", async () => {
  const path = fileWith("hours.evalset.json", annotated);
  expect(await evaluate(librarian, path, { store: "memory" })).toMatchObject({ passed: true });
});

test("a config with comments is read, and its criteria hold", async () => {
  const folder = temporaryFolder();
  fileWith(
    "test_config.json",
    '{\n  // answers only\n  "criteria": { "response_match_score": 0.9, },\n}',
    folder,
  );
  const path = fileWith("hours.test.json", annotated, folder);
  const [run] = await AgentEvaluator.evaluate({
    agentModule: librarian,
    evalDatasetFilePathOrDir: path,
    store: "memory",
  });
  expect(run?.metrics.filter(({ informational }) => informational === 0)).toMatchObject([
    { name: "response_match_score", mean: 1 },
  ]);
});

test("a text that a PDF broke over two lines is pointed at", () => {
  const broken = annotated.replace("We open at nine.", "We open\n at nine.");
  const problem = () => readEvalSet(broken, { file: "hours.evalset.json" });
  expect(problem).toThrow(
    expect.objectContaining({ place: expect.objectContaining({ line: 10 }) }),
  );
  expect(problem).toThrow(/line/);
});

test("user_content and final_response may be plain texts", async () => {
  const evalSet = {
    eval_set_id: "plain",
    eval_cases: [
      {
        eval_id: "opening",
        conversation: [{ user_content: "When do you open?", final_response: "We open at nine." }],
      },
    ],
  };
  expect(await evaluate(librarian, evalSet, { store: "memory" })).toMatchObject({ passed: true });
});

test("a rubric may be one sentence without a threshold, which is then told", () => {
  const text =
    '{ "criteria": { "rubric_based_final_response_quality_v1": { "rubric": "It names a time." } } }';
  const config = readConfig(text, { file: "test_config.json" });
  expect(config.warnings.map(({ message }) => message)).toEqual([
    'criteria.rubric_based_final_response_quality_v1 has no "threshold"; 0.5 is used.',
  ]);
  const [metric] = planMetrics(config);
  expect(metric).toMatchObject({ threshold: 0.5, criterion: { rubric: "It names a time." } });
});

test("judge_model may stand beside the threshold, and a misspelt one is refused before a default is paid", () => {
  const criteria = (settings: string) =>
    readConfig(`{ "criteria": { "final_response_match_v2": { "threshold": 0.8, ${settings} } } }`, {
      file: "test_config.json",
    });
  expect(criteria('"judge_model": "gemini-2.5-pro"').warnings).toEqual([]);
  expect(() => criteria('"jugde_model": "gemini-2.5-pro"')).toThrow("jugde_model");
});

test("a scenario may stand under user_simulator", () => {
  const { evalSet } = readEvalSet(
    JSON.stringify({
      eval_set_id: "talks",
      eval_cases: [
        {
          eval_id: "visitor",
          user_simulator: {
            starting_prompt: "Hello, I am new here.",
            conversation_plan: "Ask for the opening hours, then say thanks.",
          },
        },
      ],
    }),
  );
  expect(evalSet.evalCases[0]?.conversationScenario).toMatchObject({
    startingPrompt: "Hello, I am new here.",
  });
});

test("a config and a simulated user are written in code", () => {
  const config = defineConfig({
    criteria: { response_match_score: 0.8 },
    userSimulatorConfig: userSimulator({ model: "gemini-2.5-flash", maxAllowedInvocations: 5 }),
  });
  expect(config.userSimulatorConfig).toEqual({
    model: "gemini-2.5-flash",
    maxAllowedInvocations: 5,
  });
  expect(() => readConfig(JSON.stringify(config), { file: "config" })).not.toThrow();
});

test("a runner is made once and asked for cases, and its scores are compared", async () => {
  const config = defineConfig({ criteria: { response_match_score: 0.9 } });
  const turn = { user_content: "When do you open?", final_response: "We open at nine." };
  const runner = new EvalRunner({ agent: librarian, config, store: "memory" });
  const result = await runner.runCase({ eval_id: "opening", conversation: [turn] });
  expect(result.scores.response_match_score).toBeGreaterThanOrEqual(0.9);
  expect((await runner.runCase(turn)).status).toBe("passed");
});

test("a set object is evaluated by criteria in code, so many times", async () => {
  const { evalSet } = readEvalSet(annotated);
  const run = await AgentEvaluator.evaluateEvalSet({
    agentModule: librarian,
    evalSet,
    criteria: { response_match_score: 0.8 },
    numRuns: 3,
    store: "memory",
  });
  expect(run.trials.map((list) => list.map(({ status }) => status))).toEqual([
    ["passed"],
    ["passed"],
    ["passed"],
  ]);
});

test("an old test file is migrated and its session goes along", async () => {
  const folder = temporaryFolder();
  const old = fileWith(
    "old.test.json",
    JSON.stringify([
      { query: "When do you open?", expected_tool_use: [], reference: "We open at nine." },
    ]),
    folder,
  );
  const session = fileWith(
    "session.json",
    JSON.stringify({ app_name: "desk", user_id: "reader", state: { card: 17 } }),
    folder,
  );
  const newer = join(folder, "new.test.json");
  await AgentEvaluator.migrateEvalDataToNewSchema(old, newer, session);
  expect(readEvalSet(readFileSync(newer, "utf8")).evalSet.evalCases[0]).toMatchObject({
    sessionInput: { appName: "desk", userId: "reader", state: { card: 17 } },
  });
  const options = { agentModule: librarian, evalDatasetFilePathOrDir: newer, numRuns: 1 };
  const runs = await AgentEvaluator.evaluate({ ...options, store: "memory" });
  expect(runs).toMatchObject([{ passed: true }]);
});

test("a session file also goes under the cases of a new set", async () => {
  const session = fileWith("session.json", JSON.stringify({ state: { card: 17, name: "Ada" } }));
  const states: unknown[] = [];
  const agent = (_: string, { state }: { state: Record<string, unknown> }) => {
    states.push({ ...state });
    return "ok";
  };
  const evalSet = {
    eval_cases: [
      {
        eval_id: "own",
        session_input: { app_name: "desk", user_id: "u", state: { name: "Grace" } },
        conversation: [{ user_content: "Hello" }],
      },
    ],
  };
  await collect(agent, evalSet, { initialSession: session, store: "memory" });
  expect(states).toEqual([{ card: 17, name: "Grace" }]);
});

test("conversations are collected, one list a repeat, and scored later", async () => {
  const { evalSet } = readEvalSet(annotated);
  const held = await collect(librarian, evalSet, { trials: 2, store: "memory" });
  expect(held.trials.map((list) => list.length)).toEqual([1, 1]);
  expect(held.trials[0]?.[0]?.invocations).toHaveLength(1);
  const scored = await score(held, { criteria: { response_match_score: 0.8 }, store: "memory" });
  expect(scored).toMatchObject({ passed: true, scores: { response_match_score: 1 } });
});
