import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loopbackModels } from "../../src/testing/index.ts";
import { answerShown, judgeByRule, type Shown } from "../judge-by-rule.ts";
import { assay, evalSet, project } from "./assay.ts";

const examples = resolve(import.meta.dirname, "../../examples");

test.each(readdirSync(examples))("every set of the example %s is sane", async (example) => {
  const { code, stdout, stderr } = await assay(["sanity", join(examples, example)], {
    cwd: project({}),
  });
  expect(stderr).toBe("");
  expect(stdout).not.toContain("NOT OK");
  expect(code, stdout).toBe(0);
});

test("a set that an agent passes by doing nothing is not sane, and says which cases", async () => {
  const cwd = project({
    "set.evalset.json": evalSet({
      greets: { user: "hello", answer: "hello" },
      looks: { user: "look it up", answer: "found", calls: [{ name: "look", args: {} }] },
    }),
    "test_config.json": { criteria: { response_match_score: 0.8 } },
  });
  const { code, stdout } = await assay(["sanity", "set.evalset.json"], { cwd });
  expect(stdout).toContain("echo     passes 1 of 2 (at most 5 % expected)  NOT OK");
  expect(stdout).toContain("greets");
  expect(stdout).toContain("Not sane");
  expect(code).toBe(1);
});

test("a set that no agent can pass is not sane", async () => {
  const cwd = project({
    "set.evalset.json": evalSet({ one: { user: "say it", answer: "It is 4 degrees." } }),
    "test_config.json": { criteria: { response_contains: { threshold: 1, texts: ["rain"] } } },
  });
  const { code, stdout } = await assay(["sanity", "set.evalset.json"], { cwd });
  expect(stdout).toContain("oracle   passes 0 of 1 (at least 95 % expected)  NOT OK");
  expect(code).toBe(1);
});

test("the oracle says on the way what each agent is expected to say", async () => {
  const cwd = project({
    "set.evalset.json": {
      eval_set_id: "set",
      eval_cases: [
        {
          eval_id: "drafts",
          conversation: [
            {
              user_content: "Write the report",
              final_response: "Here it is.",
              intermediate_data: {
                tool_uses: ["look_up"],
                intermediate_responses: [["drafter", [{ text: "two rooms are free" }]]],
              },
            },
          ],
        },
      ],
    },
    "test_config.json": {
      criteria: {
        tool_trajectory_avg_score: 1,
        response_match_score: 0.8,
        intermediate_response_match: 1,
      },
    },
  });
  const { code, stdout } = await assay(["sanity", "set.evalset.json"], { cwd });
  expect(stdout).toContain("oracle   passes 1 of 1");
  expect(code, stdout).toBe(0);
});

test("scenarios are left out, and no model is asked for to play users or tools", async () => {
  const cwd = project({
    "set.evalset.json": {
      eval_set_id: "set",
      eval_cases: [
        {
          eval_id: "written",
          conversation: [{ user_content: "say it", final_response: "It is 4 degrees." }],
        },
        {
          eval_id: "played",
          conversation_scenario: { starting_prompt: "Hello", conversation_plan: "Say bye." },
        },
      ],
    },
    "test_config.json": {
      criteria: { response_match_score: 0.8 },
      environment_simulation: {
        tool_simulation_configs: [{ tool_name: "look", mock_strategy_type: 1 }],
      },
    },
  });
  const env = { GOOGLE_API_KEY: "", GEMINI_API_KEY: "" };
  const { code, stdout, stderr } = await assay(["sanity", "set.evalset.json"], { cwd, env });
  expect(stderr).toBe("");
  expect(stdout).toContain("2 cases, 1 of them scenarios, which no agent can know");
  expect(stdout).toContain("oracle   passes 1 of 1");
  expect(code).toBe(0);
});

test("twins, answers in questions and names of tools are hints", async () => {
  const cwd = project({
    "set.evalset.json": evalSet({
      first: {
        user: "What will the weather be like in Oslo tomorrow morning?",
        answer: "Cold rain.",
      },
      second: {
        user: "what will the weather be like in Oslo tomorrow morning",
        answer: "Dry snow.",
      },
      leak: {
        user: "Call get_time and tell me that it is five past nine.",
        answer: "It is five past nine.",
        calls: [{ name: "get_time", args: {} }],
      },
    }),
  });
  const { stdout } = await assay(["sanity", "set.evalset.json"], { cwd });
  expect(stdout).toContain("first and second ask nearly the same.");
  expect(stdout).toContain("leak: the expected answer stands in what the user says.");
  expect(stdout).toContain("leak: the user names the tool get_time.");
});

test("a judged set is judged, and a judge that passes everything makes it insane", async () => {
  const files = {
    "set.evalset.json": evalSet({
      one: { user: "What comes after 1?", answer: "It is 2." },
      two: { user: "What comes after 2?", answer: "It is 3." },
    }),
    "test_config.json": {
      criteria: {
        final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
      },
    },
  };
  const sanityBy = async (passes: (shown: Shown) => boolean) => {
    const models = await loopbackModels((request) => judgeByRule(request, passes));
    onTestFinished(() => models.close());
    const env = { OPENAI_BASE_URL: `${models.url}/v1` };
    const args = ["sanity", "set.evalset.json", "--judge_model", "openai-compatible/judge"];
    return assay(args, { cwd: project(files), env });
  };
  const honest = await sanityBy((shown) => answerShown(shown) === shown.get("Reference answer"));
  expect(honest.code, honest.stdout).toBe(0);
  const careless = await sanityBy(() => true);
  expect(careless.stdout).toContain("refusal  passes 2 of 2 (at most 5 % expected)  NOT OK");
  expect(careless.code).toBe(1);
});

test("what cannot be evaluated is not called sane", async () => {
  const cwd = project({
    "set.evalset.json": evalSet({ one: { user: "say it" } }),
    "test_config.json": { criteria: { response_match_score: 0.8 } },
  });
  const { code, stdout } = await assay(["sanity", "set.evalset.json"], { cwd });
  expect(stdout).toContain("Not enough evidence yet");
  expect(code).toBe(3);
});
