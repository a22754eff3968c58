import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "../assay.ts";
import { rows } from "./old-rows.ts";

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

test("what was left out is reported with its default, and an old set is not migrated onto itself", async () => {
  const cwd = project({
    "a/old.evalset.json": rows,
    "a/s.evalset.json": evalSet({ hello: { user: "hello" } }, "s"),
  });
  const { stdout } = await assay(["eval-set", "validate", "-v", "a"], { cwd });
  expect(stdout).toContain("a/old.evalset.json a/old.new.evalset.json");
  expect(stdout).toContain('eval_cases[].conversation[].invocation_id was left out: "".');
  expect(stdout).toContain("There is no test_config.json");
});

test("an eval set may be code", async () => {
  const index = pathToFileURL(resolve(import.meta.dirname, "../../../dist/index.js")).href;
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
