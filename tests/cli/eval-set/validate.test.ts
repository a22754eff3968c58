import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";
import { rows } from "./old-rows.ts";

test("validating tells every file of a folder and exits with 2 for a mistake", async () => {
  const turn = { user_contnt: { parts: [] } };
  const cwd = project({
    "evals/broken.evalset.json": {
      eval_set_id: "broken",
      eval_cases: [{ eval_id: "a", conversation: [turn] }],
    },
    "evals/good.evalset.json": evalSet({ a: { user: "hello" } }, "good"),
    "evals/old.test.json": rows,
  });
  const all = await assay(["eval-set", "validate", "evals"], { cwd });
  expect(all).toMatchObject({ code: 2, stderr: "" });
  expect(all.stdout).toMatchInlineSnapshot(`
    "  ✗ evals/broken.evalset.json  1 mistake
        error  line 8, column 11
               eval_cases[0].conversation[0] has no key "user_contnt".
               Did you mean "user_content"?
            6 |       "conversation": [
            7 |         {
            8 |           "user_contnt": {
              |           ^^^^^^^^^^^^^
      ✓ evals/good.evalset.json  1 case
      ✓ evals/old.test.json  1 case
        note   evals/old.test.json is in an old format.
               It is read; to have it in the new one:  assay eval-set migrate
               evals/old.test.json evals/old.evalset.json

      3 eval sets, 1 with mistakes
    "
  `);
  const good = await assay(["eval-set", "validate", "evals/good.evalset.json"], { cwd });
  expect(good).toMatchObject({ code: 0 });
});

test("what only ADK minds is a mistake with --adk, what is only odd with --strict", async () => {
  const set = evalSet({ a: { user: "hello" } }, "other");
  const cwd = project({
    "shorthand.json": {
      eval_set_id: "s",
      eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi" }] }],
    },
    "named.evalset.json": set,
  });
  const validate = (...args: string[]) => assay(["eval-set", "validate", ...args], { cwd });
  expect(await validate("shorthand.json")).toMatchObject({ code: 0 });
  expect(await validate("shorthand.json", "--adk")).toMatchObject({ code: 2 });
  expect(await validate("named.evalset.json")).toMatchObject({ code: 0 });
  expect(await validate("named.evalset.json", "--strict")).toMatchObject({ code: 2 });
});

const scenarioSet = {
  eval_set_id: "s",
  eval_cases: [
    { eval_id: "a", conversation_scenario: { starting_prompt: "hi", conversation_plan: "Ask." } },
  ],
};

test("validate tells what the config of a set cannot score, as a run would refuse it", async () => {
  const cwd = project({
    "a/s.evalset.json": scenarioSet,
    "a/test_config.json": { criteria: { response_match_score: 0.8 } },
    "b/s.evalset.json": evalSet({ hello: { user: "hello" } }, "s"),
    "b/test_config.json": { criteria: { response_match_score: 0.8 } },
    "c/s.evalset.json": scenarioSet,
    "counts.json": { criteria: { tool_call_count_v1: 5 } },
  });
  const validate = (...args: string[]) => assay(["eval-set", "validate", ...args], { cwd });
  const none = await validate("a");
  expect(none.code).toBe(2);
  expect(none.stdout.replaceAll(/\s+/g, " ")).toContain(
    "None of the criteria can score the scenarios of a/s.evalset.json.",
  );
  const some = await validate("b");
  expect(some.code).toBe(0);
  expect(some.stdout).toContain("response_match_score cannot score any case");
  expect((await validate("b", "--strict")).code).toBe(2);
  const defaults = await validate("c", "--strict");
  expect(defaults.code).toBe(0);
  expect(defaults.stdout).toContain("None of the criteria can score");
  expect((await validate("a", "--config_file_path", "counts.json")).stdout).not.toContain("score");
});

test("validate tells a config with mistakes, and by which file", async () => {
  const set = evalSet({ hello: { user: "hello", answer: "hello" } }, "s");
  const cwd = project({
    "a/s.evalset.json": set,
    "a/test_config.json": '{ "criteria": { "response_mach_score": 0.8 } }',
    "b/s.evalset.json": set,
    "b/test_config.json": '{ "criteria": ',
    "c/s.evalset.json": set,
    "config.mjs": "export default { criteria: { response_match_score: 0.8 } };",
  });
  const validate = (...args: string[]) => assay(["eval-set", "validate", ...args], { cwd });
  const misspelt = await validate("a");
  expect(misspelt.code).toBe(2);
  expect(misspelt.stdout).toContain("a/test_config.json:1:17: There is no metric");
  expect(misspelt.stdout).toContain('Did you mean "response_match_score"?');
  const half = await validate("b");
  expect(half.code).toBe(2);
  expect(half.stdout).toContain("b/test_config.json:1:15");
  expect(await validate("c", "--config_file_path", "config.mjs")).toMatchObject({ code: 0 });
  const named = await validate("c", "--config_file_path", "a/test_config.json");
  expect(named).toMatchObject({ code: 2, stdout: "" });
  expect(named.stderr).toContain("a/test_config.json:1:17");
});

test("validate uses the config that a run would: the project's, and none above the agent's folder", async () => {
  const files = {
    "desk/agent.mjs": "export const rootAgent = () => 'Hi.';",
    "desk/s.evalset.json": evalSet({ hello: { user: "Hello" } }, "s"),
  };
  const tellsCriteria = async (more: Record<string, object>) => {
    const cwd = project({ ...files, ...more });
    const run = await assay(["eval", "desk"], { cwd });
    const { stdout } = await assay(["eval-set", "validate", "desk", "-v"], { cwd });
    return [
      run.stdout.split("\n")[1],
      stdout.split("\n").find((line) => /riteria|There is/.test(line)),
    ];
  };
  const criteria = { tool_calls: 3 };
  expect(await tellsCriteria({ "assay.config.json": { criteria } })).toEqual([
    "  desk · 1 case · tool calls ≤ 3",
    "    note   Criteria are those of assay.config.json.",
  ]);
  expect(await tellsCriteria({ "test_config.json": { criteria } })).toEqual([
    "  desk · 1 case · trajectory ≥ 1, response ≥ 0.8",
    "    note   There is no test_config.json: tool_trajectory_avg_score ≥ 1 and",
  ]);
  const wrong = project({ ...files, "assay.config.json": { criteria: { tool_cals: 3 } } });
  const { code, stdout } = await assay(["eval-set", "validate", "desk"], { cwd: wrong });
  expect(code).toBe(2);
  expect(stdout).toContain('There is no metric "tool_cals".');
});

test("mistakes and notes are told in the order of the file", async () => {
  const set = `{
  "eval_set_id": "s",
  "assay": {},
  "eval_cases": [{
    "eval_id": "a",
    "conversation": [{ "user_contnt": "x" }],
    "assay": {
      "tag": ["x"],
      "turns": "first"
    }
  }]
}`;
  const noted = `{
  "eval_set_id": "t", "nmae": "x",
  "eval_cases": [{ "eval_id": "a",
    "converstion": 1,
    "conversation": [{ "user_content": "x" }] }]
}`;
  const cwd = project({ "s.evalset.json": set, "t.evalset.json": noted });
  const { stdout } = await assay(["eval-set", "validate", "."], { cwd });
  const lines = [...stdout.matchAll(/(?:error|note) +line (\d+)/g)].map(([, line]) => Number(line));
  expect(lines).toEqual([3, 6, 8, 9, 2, 4]);
});
