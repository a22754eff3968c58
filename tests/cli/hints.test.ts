import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const set = evalSet({ hello: { user: "hello", answer: "hello" } });

test.each([
  ["eval-set", "eval-set migrate"],
  ["eval_set", "eval-set add-case"],
  ["judge", "judge redteam"],
  ["runs", "runs export"],
])("assay %s --help lists the group's commands", async (group, command) => {
  for (const args of [
    [group, "--help"],
    [group, "-h"],
    ["help", group],
    [group, "help"],
  ]) {
    const { code, stdout, stderr } = await assay(args, { cwd: project({}) });
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
    expect(stdout).toContain(`  ${command} `);
  }
});

test("a group without a command says which there are", async () => {
  const { code, stdout, stderr } = await assay(["judge"], { cwd: project({}) });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("  judge calibrate ");
});

test("assay help COMMAND is the command's help", async () => {
  const cwd = project({});
  const [asked, flag] = await Promise.all([
    assay(["help", "eval-set", "show"], { cwd }),
    assay(["eval-set", "show", "--help"], { cwd }),
  ]);
  expect(asked).toEqual(flag);
});

const scenario = {
  eval_set_id: "s",
  eval_cases: [
    { eval_id: "a", conversation_scenario: { starting_prompt: "hi", conversation_plan: "Ask." } },
  ],
};
const noKeys = Object.fromEntries(
  ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "OPENAI_API_KEY"].map(
    (name) => [name, ""],
  ),
);

test("a simulated user without a key is told how to set its model, and the hint works", async () => {
  const config = { criteria: { tool_call_count_v1: 5 } };
  const files = { "agent.mjs": echoAgent, "s.evalset.json": scenario, "test_config.json": config };
  const args = ["eval", "agent.mjs", "s.evalset.json"];
  const { code, stderr } = await assay(args, { cwd: project(files), env: noKeys });
  expect(code).toBe(2);
  expect(stderr).toContain("a simulated user asks gemini-2.5-flash");
  expect(stderr).not.toContain("--judge_model");
  const advised = /"user_simulator_config": \{ "model": "([^"]+)" \}/.exec(stderr)?.[1];
  expect(advised).toBe("openai/gpt-5-mini");

  const followed = { ...config, user_simulator_config: { model: advised } };
  const again = await assay(args, {
    cwd: project({ ...files, "test_config.json": followed }),
    env: noKeys,
  });
  expect(again.stderr).toContain("OPENAI_API_KEY is not set, and a simulated user asks gpt-5-mini");
  // never the provider that was just found to have no key
  expect(again.stderr).toContain('"model": "gemini-2.5-flash"');
});

test("a model with a key is advised before one without", async () => {
  const config = { criteria: { final_response_match_v2: 0.8 } };
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set, "c.json": config });
  const { stderr } = await assay(
    ["eval", "agent.mjs", "demo.evalset.json", "--config_file_path", "c.json"],
    { cwd, env: { ...noKeys, ANTHROPIC_API_KEY: "k" } },
  );
  expect(stderr.replaceAll(/\s+/g, " ")).toContain("--judge_model anthropic/claude-haiku-4-5");
});
