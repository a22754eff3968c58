import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const rows = [
  { query: "Turn off the light", reference: "Done.", expected_tool_use: [] },
  { query: "Thanks" },
];
const scenarios = {
  scenarios: [
    { starting_prompt: "Hello", conversation_plan: "Ask the agent to do something" },
    { starting_prompt: "Hello", conversation_plan: "Ask the agent to do something" },
  ],
};

test("a set is created and filled in ADK's words, under ADK's names of the commands", async () => {
  const cwd = project({
    "quay/agent.mjs": "",
    "s.json": scenarios,
    "i.json": { app_name: "quay", user_id: "u" },
  });
  const created = await assay(["eval_set", "create", "quay", "night"], { cwd });
  expect(created).toMatchObject({ code: 0, stderr: "" });
  expect(created.stdout).toBe("Eval set 'night' created for app 'quay'.\n");
  const files = ["--scenarios_file", "s.json", "--session_input_file", "i.json"];
  const added = await assay(["eval_set", "add_eval_case", "quay", "night", ...files], { cwd });
  expect(added).toMatchObject({ code: 0, stderr: "" });
  expect(added.stdout).toMatchInlineSnapshot(`
    "Eval case 'a7aee3f8' added to eval set 'night'.
    Eval case 'a7aee3f8' already exists in eval set 'night', skipped adding.
    "
  `);
});

test("ten who add to one set at the same time all find their cases in it, below its comments", async () => {
  const written = `{
    // what every release must do
    "eval_set_id": "night", # by hand
    "eval_cases": [
        { "eval_id": "first", "conversation": [{ "user_content": "Hello" }] }, // shorthand stays
    ],
    "owner": "quay",
}
`;
  const names = Array.from({ length: 10 }, (_, place) => `s${place}.json`);
  const files = names.map((name, place) => {
    const scenario = { starting_prompt: `Hello ${place}`, conversation_plan: "Ask for something" };
    return [name, { scenarios: [scenario] }] as const;
  });
  const cwd = project({
    "quay/agent.mjs": "",
    "quay/night.evalset.json": written,
    ...Object.fromEntries(files),
  });
  const added = await Promise.all(
    names.map((name) =>
      assay(["eval-set", "add-case", "quay", "night", "--scenarios_file", name], { cwd }),
    ),
  );
  expect(added.map((each) => each.code)).toEqual(names.map(() => 0));
  const text = readFileSync(join(cwd, "quay/night.evalset.json"), "utf8");
  const [head = "", tail = ""] = written.split("\n    ],\n");
  expect(text.startsWith(`${head}\n`)).toBe(true);
  expect(text.endsWith(`\n    ],\n${tail}`)).toBe(true);
  expect(text.match(/"starting_prompt"/g)).toHaveLength(10);
  expect(readdirSync(join(cwd, "quay")).sort()).toEqual(["agent.mjs", "night.evalset.json"]);
});

test("an old file is migrated once, and the result is clean", async () => {
  const cwd = project({ "light.test.json": rows });
  const args = ["eval-set", "migrate", "light.test.json", "light.evalset.json"];
  const first = await assay(args, { cwd });
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatchInlineSnapshot(`
    "Wrote light.evalset.json: 1 case, 2 turns.
    It was read back and says the same, so light.test.json is no longer needed.
    "
  `);
  expect(readFileSync(join(cwd, "light.evalset.json"), "utf8")).not.toContain("null");
  const again = await assay(args, { cwd });
  expect(again).toMatchObject({ code: 2, stdout: "" });
  expect(again.stderr).toContain("--force");
  expect(await assay([...args, "--force"], { cwd })).toMatchObject({ code: 0 });
});

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

test("a set is shown in 80 columns, and nothing in it reaches the terminal raw", async () => {
  const cwd = project({
    "smoke.evalset.json": evalSet(
      {
        lights_off: { user: `Turn off ${"every light ".repeat(20)}`, assay: { tags: ["lights"] } },
        "evil\u001b[2J": { user: "\u001b]0;owned\u0007 hello\nworld", answer: "fine" },
      },
      "smoke",
    ),
  });
  const { stdout, code } = await assay(["eval-set", "show", "smoke.evalset.json"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "
      smoke.evalset.json · smoke · 2 cases

      lights_off    1 turn  lights  Turn off every light every light every light ev…
      evil\\x1b[…    1 turn          \\x1b]0;owned\\x07 hello\\nworld
    "
  `);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  const one = await assay(["eval-set", "show", "smoke.evalset.json", "--case", "lights_off"], {
    cwd,
  });
  expect(one.stdout).toMatchInlineSnapshot(`
    "
      smoke.evalset.json · smoke · 2 cases

      lights_off  1 turn · lights
      turn 1
        user    Turn off every light every light every light every light every light
                every light every light every light every light every light every
                light every light every light every light every light every light
                every light every light every light every light

    "
  `);
});

test.each([
  { what: "a case that is not there", args: ["show", "smoke.evalset.json:lights"] },
  { what: "a file that is not there", args: ["show", "smok.evalset.json"] },
  { what: "an agent that is not there", args: ["create", "nobody", "x"] },
  { what: "an id with a separator", args: ["create", ".", "../x"] },
  { what: "no scenarios file", args: ["add-case", ".", "smoke"] },
  { what: "a set that needs no migration", args: ["migrate", "smoke.evalset.json", "x.json"] },
])("$what is answered with exit 2, a hint and no stack", async ({ args }) => {
  const cwd = project({ "smoke.evalset.json": evalSet({ lights_off: { user: "x" } }, "smoke") });
  const { code, stdout, stderr } = await assay(["eval-set", ...args], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error {2}.+\n {7}.+/);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("a threshold for a metric that nobody knows stops the run and the check, with its place", async () => {
  const settings = { thresholds: { response_mach_score: 0.99 } };
  const cwd = project({
    "a/agent.mjs": echoAgent,
    "a/s.evalset.json": evalSet(
      { hello: { user: "hello", answer: "hello", assay: settings } },
      "s",
    ),
  });
  const run = await assay(["eval", "a"], { cwd });
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain("a/s.evalset.json:31:11");
  expect(run.stderr).toContain('Did you mean "response_match_score"?');
  const check = await assay(["eval-set", "validate", "a"], { cwd });
  expect(check.code).toBe(2);
  expect(check.stdout).toContain('There is no metric "response_mach_score".');
});

test("a state that no metric checks is a note in a run, and a mistake where every remark is one", async () => {
  const set = evalSet({ hello: { user: "hello", answer: "hello" } }, "s");
  const [first] = set.eval_cases;
  const cwd = project({
    "a/agent.mjs": echoAgent,
    "a/s.evalset.json": { ...set, eval_cases: [{ ...first, final_session_state: { lamp: "on" } }] },
  });
  const run = await assay(["eval", "a"], { cwd });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain("No metric looks at the final_session_state of a case.");
  expect((await assay(["eval-set", "validate", "a"], { cwd })).code).toBe(0);
  expect((await assay(["eval-set", "validate", "a", "--strict"], { cwd })).code).toBe(2);
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

test("a tool that is misspelt where tools are simulated never runs for real", async () => {
  const cwd = project({
    "a/agent.mjs": `
const look = { name: "look_up", execute: () => { throw new Error("ran for real"); } };
export const rootAgent = { name: "a", asksEnvironment: true, tools: [look], start: () => ({ send: async () => "hello" }) };
`,
    "a/s.evalset.json": evalSet({ hello: { user: "hello", answer: "hello" } }, "s"),
    "a/test_config.json": {
      criteria: { response_match_score: 1 },
      environment_simulation: {
        tool_simulation_configs: [
          { tool_name: "lok_up", injection_configs: [{ injected_response: { a: 1 } }] },
        ],
      },
    },
  });
  const run = await assay(["eval", "a"], { cwd });
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain('Did you mean "look_up"?');
});

test("a misspelt case or tag is answered with the nearest", async () => {
  const cwd = project({
    "a/agent.mjs": echoAgent,
    "a/s.evalset.json": evalSet(
      { stable: { user: "hello", answer: "hello", assay: { tags: ["smoke"] } } },
      "s",
    ),
  });
  const byCase = await assay(["eval", "a", "--case", "stabel"], { cwd });
  expect(byCase).toMatchObject({ code: 2, stdout: "" });
  expect(byCase.stderr).toContain("Did you mean stable?");
  const byTag = await assay(["eval", "a", "--tag", "smoek"], { cwd });
  expect(byTag.stderr).toContain("Did you mean smoke?");
  const byNothing = await assay(["eval", "a", "--tag", "zzz"], { cwd });
  expect(byNothing).toMatchObject({ code: 2, stdout: "" });
  expect(byNothing.stderr).toContain("There are the tags smoke.");
});

test("what was left out is told with its default, and an old set is not migrated onto itself", async () => {
  const cwd = project({
    "a/old.evalset.json": rows,
    "a/s.evalset.json": evalSet({ hello: { user: "hello" } }, "s"),
  });
  const { stdout } = await assay(["eval-set", "validate", "-v", "a"], { cwd });
  expect(stdout).toContain("a/old.evalset.json a/old.new.evalset.json");
  expect(stdout).toContain('eval_cases[].conversation[].invocation_id was left out: "".');
  expect(stdout).toContain("There is no test_config.json");
});

test("formatting keeps comments and shorthand, and strict writes what ADK reads", async () => {
  const text = `{ "eval_set_id": "s", // by hand
"eval_cases": [ {"eval_id":"a","conversation":[{"user_content":"Hi","final_response":"Hello.",
  "intermediate_data":{"tool_uses":["look",]}}], "rubrics": ["Is polite"]} ] }`;
  const cwd = project({ "s.evalset.json": text });
  const read = (name = "s.evalset.json") => readFileSync(join(cwd, name), "utf8");
  const check = ["eval-set", "format", "s.evalset.json", "--check"];
  expect(await assay(check, { cwd })).toMatchObject({
    code: 2,
    stdout: "s.evalset.json is not formatted.\n",
  });
  expect((await assay(["eval-set", "format", "s.evalset.json"], { cwd })).code).toBe(0);
  expect(read()).toMatchInlineSnapshot(`
    "{
      "eval_set_id": "s", // by hand
      "eval_cases": [
        {
          "eval_id": "a",
          "conversation": [
            {
              "user_content": "Hi",
              "final_response": "Hello.",
              "intermediate_data": { "tool_uses": ["look"] }
            }
          ],
          "rubrics": ["Is polite"]
        }
      ]
    }
    "
  `);
  expect((await assay(check, { cwd })).code).toBe(0);
  const before = read();
  const strict = ["eval-set", "format", "s.evalset.json", "--strict"];
  expect((await assay([...strict, "-o", "adk.evalset.json"], { cwd })).code).toBe(0);
  expect(read()).toBe(before);
  expect(JSON.parse(read("adk.evalset.json"))).toEqual(
    JSON.parse((await assay([...strict, "-o", "-"], { cwd })).stdout),
  );
  const done = await assay(strict, { cwd });
  expect(done.stderr).toContain("1 comment was left out of s.evalset.json");
  expect(read()).toMatchInlineSnapshot(`
    "{
      "eval_set_id": "s",
      "eval_cases": [
        {
          "eval_id": "a",
          "conversation": [
            {
              "user_content": {
                "parts": [
                  {
                    "text": "Hi"
                  }
                ],
                "role": "user"
              },
              "final_response": {
                "parts": [
                  {
                    "text": "Hello."
                  }
                ],
                "role": "model"
              },
              "intermediate_data": {
                "tool_uses": [
                  {
                    "name": "look"
                  }
                ]
              }
            }
          ],
          "rubrics": [
            {
              "rubric_id": "Is polite",
              "rubric_content": {
                "text_property": "Is polite"
              }
            }
          ],
          "assay": {
            "names_only": {
              "0": [
                0
              ]
            }
          }
        }
      ]
    }
    "
  `);
  expect((await assay(["eval-set", "validate", "--adk", "s.evalset.json"], { cwd })).code).toBe(0);
});

test("an eval set may be code", async () => {
  const index = pathToFileURL(resolve(import.meta.dirname, "../../dist/index.js")).href;
  const cwd = project({
    "a/agent.mjs": echoAgent,
    "a/smoke.evalset.ts": `
import { defineEvalSet } from ${JSON.stringify(index)};
const words: string[] = ["hello", "bye"];
export default defineEvalSet({
  name: "smoke",
  evalCases: words.map((word) => ({ conversation: [{ userContent: word, finalResponse: word }] })),
});
`,
    "a/none.ts": "export const cases: string[] = [];",
  });
  const run = await assay(["eval", "a", "a/smoke.evalset.ts:hello"], { cwd });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("1 passed, 0 failed, 0 not evaluated, of 1");
  const check = await assay(["eval-set", "validate", "a/smoke.evalset.ts"], { cwd });
  expect(check).toMatchObject({ code: 0, stderr: "" });
  const format = (...args: string[]) =>
    assay(["eval-set", "format", "a/smoke.evalset.ts", ...args], { cwd });
  expect(await format("--strict", "-o", "a/out.evalset.json")).toMatchObject({ code: 0 });
  const written = await assay(["eval-set", "validate", "--adk", "a/out.evalset.json"], { cwd });
  expect(written.stdout).toContain("✓ a/out.evalset.json  2 cases");
  for (const flags of [[], ["--check"]]) {
    const refused = await format(...flags);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("a/smoke.evalset.ts is code, and no JSON to lay out.");
  }
  const added = await assay(
    ["eval-set", "add-case", "a/smoke.evalset.ts", "--from-run", "latest:hello"],
    { cwd },
  );
  expect(added).toMatchObject({ code: 2, stdout: "" });
  expect(added.stderr).toContain("a/smoke.evalset.ts is code, and cases are added to JSON.");
  const none = await assay(["eval", "a", "a/none.ts"], { cwd });
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("a/none.ts exports no eval set.");
});
