import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isUserFacingError, type UserFacingError } from "../../core/errors.ts";
import { configSchema } from "./config-schema.ts";
import { readConfig } from "./read-config.ts";
import { readConfigFile } from "./read-config-file.ts";

const file = "test_config.json";

function read(config: unknown) {
  return readConfig(JSON.stringify(config, null, 2), { file });
}

function refusalOf(text: string): UserFacingError {
  try {
    readConfig(text, { file });
  } catch (error) {
    if (isUserFacingError(error)) return error;
    throw error;
  }
  throw new Error("it was read");
}

/** The message, where, and the hint, of every mistake in a config. */
function toldAbout(config: unknown): readonly string[] {
  const { message, place, hint, others } = refusalOf(JSON.stringify(config, null, 2));
  return [{ message, place, hint }, ...others].map(
    (each) => `${each.place?.line}:${each.place?.column} ${each.message} | ${each.hint}`,
  );
}

function warned(config: unknown): readonly string[] {
  return read(config).warnings.map(({ message, hint }) => `${message} | ${hint}`);
}

test("criteria keep the order of the file", () => {
  const { criteria } = read({
    criteria: { response_match_score: 0.5, tool_trajectory_avg_score: { threshold: 1 } },
  });
  expect(criteria).toEqual([
    ["response_match_score", 0.5],
    ["tool_trajectory_avg_score", { threshold: 1 }],
  ]);
});

test("comments and trailing commas are read, unless ADK is to read the file too", () => {
  const text = '{\n  // strict\n  "criteria": {"response_match_score": 0.5,},\n}';
  expect(readConfig(text, { file }).criteria).toEqual([["response_match_score", 0.5]]);
  expect(() => readConfig(text, { file, strict: true })).toThrow("has a comment");
});

test("every mistake is reported at once, with its place and what to do", () => {
  expect(
    toldAbout({
      criteria: {
        response_match_scor: 0.5,
        response_match_score: "0.8",
        tool_trajectory_avg_score: { threshold: 1, match_type: "sorted" },
        token_usage_v1: { threshold: true },
        final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 0 } },
        safety_v1: { Threshold: 0.8 },
        hallucinations_v1: { threshold: 0.5, judge_model: "opnai/gpt-4o" },
      },
    }),
  ).toMatchInlineSnapshot(`
    [
      "3:5 There is no metric "response_match_scor". | Did you mean "response_match_score"?",
      "4:29 criteria.response_match_score is "0.8"; a number or an object with a threshold was expected. | Write "response_match_score": 0.8, or "response_match_score": {"threshold": 0.8}.",
      "7:21 "sorted" is no match type. | Expected EXACT, IN_ORDER, ANY_ORDER.",
      "10:20 criteria.token_usage_v1.threshold is true; a number was expected. | Write a number without quotes, such as 0.8.",
      "15:24 criteria.final_response_match_v2.judge_model_options.num_samples is 0; at least 1 was expected. | A judge that is never asked gives no verdict.",
      "18:5 criteria.safety_v1 has no "threshold". | "Threshold" is written "threshold".",
      "23:22 criteria.hallucinations_v1.judge_model names the model "opnai/gpt-4o", which no provider has. | Did you mean "openai/gpt-4o"?",
    ]
  `);
});

test("a key close to a known one is refused, any other only gets a word", () => {
  expect(toldAbout({ criterias: {} })).toMatchInlineSnapshot(`
    [
      "2:3 The config has no key "criterias". | Did you mean "criteria"?",
    ]
  `);
  expect(toldAbout({ user_simulator: {} })).toMatchInlineSnapshot(`
    [
      "2:3 The config has no key "user_simulator". | Did you mean "user_simulator_config"?",
    ]
  `);
  expect(
    warned({ criteria: { response_match_score: 1 }, owner: "me", $schema: "x" }),
  ).toMatchInlineSnapshot(`
    [
      "The config has a key "owner" that means nothing. | Known keys: criteria, custom_metrics, user_simulator_config, live_model_config, environment_simulation, score_bands, judge_model, base_url, model_prices, judge_check, control_questions, secrets, gates, gate_by, baseline.",
    ]
  `);
});

test("a config for live sessions says that nothing is run live", () => {
  expect(warned({ criteria: { response_match_score: 1 }, live_model_config: {} })).toEqual([
    expect.stringContaining("live_model_config changes nothing: agents are not run live here."),
  ]);
});

test("what is allowed and probably not meant is reported", () => {
  expect(
    warned({
      criteria: {
        response_match_score: 7,
        token_usage_v1: -1,
        tool_trajectory_avg_score: { threshold: 1, strictness: 5, ignore_arg: true },
        rubric_based_final_response_quality_v1: { rubric: "The answer is short." },
      },
    }),
  ).toMatchInlineSnapshot(`
    [
      "The threshold 7 of response_match_score lies outside its scores, 0 to 1: every score fails. | Choose one from 0 to 1.",
      "The threshold -1 of token_usage_v1 lies outside its scores, 0 and up: every score fails. | Choose one from 0 up.",
      "criteria.tool_trajectory_avg_score has a key "ignore_arg" that means nothing. | Did you mean "ignore_args"?",
      ""strictness" is not a setting of tool_trajectory_avg_score and changes nothing. | Take it out, or correct its name.",
      "criteria.rubric_based_final_response_quality_v1 has no "threshold"; 0.5 is used. | Add "threshold" to choose another.",
    ]
  `);
  expect(warned({})).toMatchInlineSnapshot(`
    [
      "The config names no metric, so no case can be evaluated. | Name one under "criteria", such as {"response_match_score": 0.8}.",
    ]
  `);
});

test.each([
  ["tool_trajectory_avg_score", "forbiden_tools", "forbidden_tools"],
  ["tool_trajectory_avg_score", "optionalTool", "optional_tools"],
  ["tool_trajectory_recall", "ignore_arg", "ignore_args"],
  ["tool_trajectory_f1", "forbidden_tool", "forbidden_tools"],
  ["response_match_score", "gaol", "goal"],
  ["single_tool_use", "mxa", "max"],
])("of %s the setting %s is refused where it looks like one of ours", (metric, key, meant) => {
  const needed = metric === "single_tool_use" ? { tool: "look" } : {};
  const settings = { threshold: 1, ...needed, [key]: ["look"] };
  const text = JSON.stringify({ criteria: { [metric]: settings } });
  expect(() => readConfig(text, { file: "c.json" })).toThrow(
    expect.objectContaining({ hint: `Did you mean "${meant}"?` }),
  );
});

test.each(["tool_trajectory_precision", "tool_trajectory_recall", "tool_trajectory_f1"])(
  "ADK has no %s that would ignore a setting, so one that nobody knows is refused",
  (metric) => {
    const text = JSON.stringify({ criteria: { [metric]: { threshold: 1, order: "strict" } } });
    expect(() => readConfig(text, { file: "c.json" })).toThrow('has no key "order"');
  },
);

test("a file that is no config says what one looks like", () => {
  expect(toldAbout([])).toMatchInlineSnapshot(`
    [
      "1:1 The file is an empty array; an object was expected. | A config looks like {"criteria": {"response_match_score": 0.8}}.",
    ]
  `);
  expect(toldAbout({ criteria: null })).toMatchInlineSnapshot(`
    [
      "2:15 criteria is null; an object was expected. | Write "criteria": {"response_match_score": 0.8}.",
    ]
  `);
  expect(refusalOf("").message).toMatchInlineSnapshot(`"The file is empty."`);
});

test("a simulator's thinking_config counts beside the model as well as inside its configuration", () => {
  const thinking = { include_thoughts: false };
  const beside = read({ user_simulator_config: { thinking_config: thinking } });
  const inside = read({
    user_simulator_config: { model_configuration: { thinking_config: thinking } },
  });
  expect(beside.userSimulatorConfig).toEqual(inside.userSimulatorConfig);
});

test("custom instructions must mention what the simulator fills in", () => {
  expect(
    toldAbout({ user_simulator_config: { custom_instructions: "{{ conversation_plan }}" } }),
  ).toMatchInlineSnapshot(`
    [
      "3:28 user_simulator_config.custom_instructions does not mention stop_signal, conversation_history. | It must contain {{ stop_signal }}, {{ conversation_plan }} and {{ conversation_history }}.",
    ]
  `);
});

test("a statement of Jinja that is not there is reported with those that are", () => {
  const instructions =
    '{% include "x" %}{{ stop_signal }}{{ conversation_plan }}{{ conversation_history }}';
  expect(toldAbout({ user_simulator_config: { custom_instructions: instructions } })).toEqual([
    expect.stringMatching(/Unknown statement type: include\. \| Of Jinja there are if, for, set/),
  ]);
});

test("score bands are words for scores and must fall", () => {
  expect(read({ score_bands: { excellent: 0.95 } }).scoreBands).toEqual([
    { from: 0.95, word: "excellent" },
    { from: 0.7, word: "good" },
    { from: 0.5, word: "needs work" },
    { from: 0, word: "problematic" },
  ]);
  expect(toldAbout({ score_bands: { good: 0.95 } })).toMatchInlineSnapshot(`
    [
      "2:18 score_bands must fall from excellent to needs_work. | Write them as {"excellent": 0.9, "good": 0.7, "needs_work": 0.5}.",
    ]
  `);
});

test("a custom metric is a function or a program, and not both", () => {
  const code_config = { name: "./polite.ts:polite" };
  expect(
    toldAbout({ custom_metrics: { polite: {}, kind: { code_config, command: ["kind"] } } }),
  ).toMatchInlineSnapshot(`
    [
      "3:5 custom_metrics.polite has no "code_config" and no "command". | Write "code_config": {"name": "./metrics/politeness.ts:politeness"}, or "command": ["python", "politeness.py"].",
      "4:5 custom_metrics.kind has a function and a program. | Write "code_config": {"name": "./metrics/politeness.ts:politeness"}, or "command": ["python", "politeness.py"].",
    ]
  `);
});

test("a config that is not there is a user's mistake", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-config-"));
  await expect(readConfigFile(join(folder, file))).rejects.toMatchObject({
    code: "config/not-found",
    message: expect.stringContaining("Cannot read the config"),
  });
  await writeFile(join(folder, file), '{"criteria": {"response_match_score": 0.5}}');
  expect((await readConfigFile(join(folder, file))).criteria).toHaveLength(1);
  await rm(folder, { recursive: true });
});

test("the schema for editors knows every metric and its settings", () => {
  const { properties } = configSchema() as {
    properties: { criteria: { properties: Record<string, { anyOf: unknown[] }> } };
  };
  const trajectory = properties.criteria.properties.tool_trajectory_avg_score;
  expect(JSON.stringify(trajectory)).toContain("match_type");
});

test.each([
  [{ criteria: { safety_v1: { threshold: 1, judge_modell: "openai/x" } } }, "judge_model"],
  [{ criteria: { safety_v1: { threshold: 1, model: "openai/x" } } }, "judge_model"],
  [{ criteria: { safety_v1: { threshold: 1, judge: "openai/x" } } }, "judge_model"],
  [{ criteria: { safety_v1: { threshold: 1, judge_model_option: {} } } }, "judge_model_options"],
  [{ criteria: { hallucinations_v1: { threshold: 1, JudgeModel: "x" } } }, "judge_model"],
  [{ user_simulator_config: { modle: "openai/x" } }, "model"],
  [{ user_simulator_config: { model_name: "openai/x" } }, "model"],
  [{ user_simulator_config: { max_invocations_allowed: 3, llm: "openai/x" } }, "model"],
  [{ user_simulator_config: { personaz: [] } }, "personas"],
  [
    { environment_simulation: { model: "openai/x", tool_simulation_configs: [] } },
    "simulation_model",
  ],
  [{ judge: "openai/x" }, "judge_model"],
  [{ model: "openai/x" }, "judge_model"],
  [{ judge_chek: "off" }, "judge_check"],
])("a misspelt setting never has another model paid: %j", (config, meant) => {
  expect(toldAbout({ criteria: { response_match_score: 0.5 }, ...config }).join("\n")).toContain(
    `Did you mean "${meant}"?`,
  );
});

test.each(["num_samples", "numSamples", "parallelism_limit", "judge_model_config"])(
  "%s beside the threshold never has the default paid",
  (key) => {
    expect(toldAbout({ criteria: { safety_v1: { threshold: 1, [key]: 1 } } }).join("\n")).toContain(
      `"${key}" of safety_v1 has no effect beside the threshold. | Write it within "judge_model_options".`,
    );
  },
);

test("settings that are somebody's own business are still only reported", () => {
  const noted = { criteria: { safety_v1: { threshold: 1, owner: "us", ticket: 7 } } };
  expect(warned(noted)).toHaveLength(2);
});

test.each([
  ["temperature", 'Write "temperature" within "model_configuration".'],
  ["temprature", 'Write "temperature" within "model_configuration".'],
  ["maxOutputTokens", 'Write "max_output_tokens" within "model_configuration".'],
  ["owner", "Take it out, or correct its name."],
])("%s beside the model of a simulated user changes nothing, and is told of", (key, hint) => {
  const config = { criteria: { safety_v1: 1 }, user_simulator_config: { [key]: 1 } };
  const what = `"${key}" is not a setting of a user simulator and changes nothing.`;
  expect(warned(config).join("\n")).toContain(`${what} | ${hint}`);
});

test("samples that hallucinations_v1 never takes are told of", () => {
  const asked = (num_samples: number) =>
    warned({
      criteria: { hallucinations_v1: { threshold: 1, judge_model_options: { num_samples } } },
    });
  expect(asked(3).join("\n")).toContain("hallucinations_v1 asks its judge once");
  expect(asked(1)).toEqual([]);
});
