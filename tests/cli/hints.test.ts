import { existsSync } from "node:fs";
import { join } from "node:path";
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

test.each([
  [["evalset", "show"], "Did you mean assay eval-set show?"],
  [["evalset"], "Did you mean assay eval-set?"],
  [["jugde", "calibrate"], "Did you mean assay judge calibrate?"],
  [["runs", "shw"], "Did you mean assay runs show?"],
  [["rusn", "export", "latest"], "Did you mean assay runs export?"],
  [["eval-set", "shwo"], "Did you mean assay eval-set show?"],
  [["evall", "my_agent"], "Did you mean assay eval?"],
  [["eval", "my_agent", "--order", "risky"], "Did you mean --order risk?"],
  [["metrics", "trajctory"], 'Did you mean "trajectory"?'],
])("assay %j is told what was meant", async (args, hint) => {
  const { code, stderr } = await assay(args, { cwd: project({ "my_agent/agent.js": echoAgent }) });
  expect(code).toBe(2);
  expect(stderr).toContain(hint);
});

test("an agent behind an option that may name a run is told where it stands", async () => {
  const cwd = project({ "my_agent/agent.js": echoAgent, "my_agent/a.test.json": set });
  await assay(["eval", "my_agent"], { cwd });
  const { code, stderr } = await assay(["eval", "--failed", "my_agent"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("assay eval my_agent --failed");
});

test.each([
  [["eval", "my_agent", "--resume"], "assay eval --resume"],
  [["eval", "--resume", "my_agent"], "assay eval --resume"],
  [["eval", "my_agent", "my_agent/a.test.json", "--resume"], "assay eval --resume"],
  [["score", "my_agent", "--resume"], "assay score --resume"],
])("assay %j is told that a run has its agent already", async (args, meant) => {
  const cwd = project({ "my_agent/agent.js": echoAgent, "my_agent/a.test.json": set });
  await assay(["eval", "my_agent"], { cwd });
  const { code, stderr } = await assay(args, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('There is no run "my_agent".');
  expect(stderr.replaceAll(/\s+/g, " ")).toContain(`name the run or nothing: ${meant}`);
});

test("a command in a hint stays in one piece where it fits into a line", async () => {
  const cwd = project({
    "my_agent/agent.js": echoAgent,
    "my_agent/a_long_name_of_a_set.test.json": set,
  });
  const { stderr } = await assay(["eval", "my_agent", "--case", "helo"], { cwd });
  expect(stderr).toContain(
    "\n       assay eval-set show my_agent/a_long_name_of_a_set.test.json\n",
  );
  expect(stderr).not.toMatch(/ \n/);
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

test("a folder of agents names them, and the one it advises can be run", async () => {
  const cwd = project({
    "agents/support/agent.mjs": echoAgent,
    "agents/support/s.evalset.json": set,
    "agents/team/desk/agent.mjs": echoAgent,
    "agents/node_modules/x/agent.mjs": echoAgent,
  });
  const { code, stderr } = await assay(["eval", "agents"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("agents is a folder with 2 agents in it: agents/support,");
  const advised = /assay eval (\S+)/.exec(stderr)?.[1] ?? "";
  expect((await assay(["eval", advised], { cwd })).code).toBe(0);
});

test("a set that lies in the agent's folder is found by its name, path or folder there", async () => {
  const cwd = project({
    "bot/agent.mjs": echoAgent,
    "bot/smoke.evalset.json": evalSet({ a: { user: "a", answer: "a" } }, "smoke"),
    "bot/evals/deep.evalset.json": evalSet({ a: { user: "a", answer: "a" } }, "deep"),
  });
  for (const named of ["smoke", "smoke.evalset.json", "evals/deep.evalset.json", "evals"]) {
    const { code, stderr } = await assay(["eval", "bot", named], { cwd });
    expect({ named, code, stderr }).toEqual({ named, code: 0, stderr: "" });
  }
  const missed = await assay(["eval", "bot", "deep"], { cwd });
  expect(missed).toMatchObject({ code: 2 });
  expect(missed.stderr).toContain("Did you mean bot/evals/deep.evalset.json?");
  const outside = await assay(["eval", "bot", "../smoke.evalset.json"], { cwd });
  expect(outside.code).toBe(2);
});

test.each<[what: string, agent: unknown, says: readonly string[]]>([
  ["a misspelt key", { comand: ["cat"] }, ["agent.json:2:3", 'Did you mean "command"?']],
  ["a text for a command", { command: "python3 a.py" }, ['"command": ["python3", "a.py"]']],
  ["an empty command", { command: [] }, ["command is empty"]],
  ["a word that is none", { command: ["cat", 5] }, ["command[1] is 5"]],
  ["a key nobody knows", { command: ["cat"], resume: true }, ['Did you mean "resumes"?']],
  ["a program that is not there", { command: ["no-such-program"] }, ['program "no-such-program"']],
  ["a folder that is not there", { command: ["cat"], cwd: "gone" }, ["no folder gone"]],
  ["an eval set", set, ["agent.json is an eval set", "assay eval AGENT bot/agent.json"]],
  ["a config", { criteria: {} }, ["agent.json is a config", "--config_file_path bot/agent.json"]],
])("an agent.json with %s is told before the run", async (_, agent, says) => {
  const cwd = project({ "bot/agent.json": agent, "bot/demo.evalset.json": set });
  const { code, stderr } = await assay(["eval", "bot"], { cwd });
  expect(code).toBe(2);
  for (const said of says) expect(stderr.replaceAll(/\s+/g, " ")).toContain(said);
});

test("rubrics that are missing are called rubrics", async () => {
  const config = `export default {
    criteria: { rubric_based_final_response_quality_v1: { threshold: 1 } },
    judgeModel: () => "{}",
  };`;
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set, "c.mjs": config });
  const { code, stdout, stderr } = await assay(
    ["eval", "agent.mjs", "demo.evalset.json", "--config_file_path", "c.mjs"],
    { cwd },
  );
  expect(code).toBe(3);
  expect(stdout).toContain("no rubrics to judge by");
  expect(`${stdout}${stderr}`).not.toContain("no reference");
});

test("two reports for one place are refused before anything runs", async () => {
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const args = ["eval", "agent.mjs", "demo.evalset.json"];
  const both = await assay([...args, "-r", "json", "-r", "junit"], { cwd });
  expect(both).toMatchObject({ code: 2, stdout: "" });
  expect(both.stderr).toContain("json and junit both go to standard output.");
  const advised = /--reporter (\S+)/.exec(both.stderr)?.[1] ?? "";
  expect((await assay([...args, "-r", "json", "-r", advised], { cwd })).code).toBe(0);
  const file = await assay([...args, "-r", "json=out", "-r", "junit=./out"], { cwd });
  expect(file).toMatchObject({ code: 2 });
  expect(existsSync(join(cwd, "out"))).toBe(false);
});

test("a report on standard output stands there alone", async () => {
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const { code, stdout, stderr } = await assay(
    [
      "eval",
      "agent.mjs",
      "demo.evalset.json",
      "--print_detailed_results",
      "-r",
      "github",
      "-r",
      "json",
    ],
    { cwd },
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { passed: 1 } });
  expect(stderr).toContain("Eval Set Id");
});

test("what an agent printed before it could not be loaded is shown", async () => {
  const source =
    'console.log("reading prompts/"); console.error("no such folder"); throw new Error("stop");';
  const cwd = project({ "agent.mjs": source, "demo.evalset.json": set });
  const { code, stderr } = await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("could not be loaded: stop");
  expect(stderr).toContain("│ reading prompts/");
  expect(stderr).toContain("│ no such folder");
});

test("a place that is not there is reported with the nearest that leads somewhere", async () => {
  const cwd = project({
    "agents/desk/agent.mjs": echoAgent,
    "agents/py/agent.py": "root_agent = 1",
    "agnet.md": "",
    "strict.json": { criteria: { response_match_score: 0.8 } },
    "demo.evalset.json": set,
  });
  const told = async (...args: readonly string[]) => {
    const { code, stderr } = await assay(args, { cwd });
    expect({ args, code }).toEqual({ args, code: 2 });
    return stderr.replaceAll(/\s+/g, " ");
  };
  expect(await told("eval", "agnets")).toContain("Did you mean agents?");
  expect(await told("init", "agnets", "--yes")).toContain("Did you mean agents?");
  expect(await told("init", "nowhere", "--yes")).toContain("There is no agent at nowhere.");
  expect(await told("eval", "demo.test.json", "agents/desk")).toContain(
    "the agent comes first: assay eval AGENT demo.test.json",
  );
  const config = ["--config_file_path", "strct.json"];
  expect(await told("eval", "agents/desk", "demo.evalset.json", ...config)).toContain(
    "strict.json?",
  );
  // an agent in another language does not hide the others
  expect((await assay(["init", "agents", "--yes"], { cwd })).code).toBe(0);
  // where there is no other, it is the one that was meant
  const python = project({ "desk/agent.py": "root_agent = 1" });
  const { code, stderr } = await assay(["init", "--yes"], { cwd: python });
  expect(code).toBe(2);
  expect(stderr).toContain("is a Python agent");
});

test("an agent in this folder without eval sets is not told to look in the folder above", async () => {
  const { code, stderr } = await assay(["eval", "."], {
    cwd: project({ "agent.mjs": echoAgent }),
  });
  expect(code).toBe(2);
  expect(stderr).toContain("There is no eval set in this folder or below.\n");
});

test("a JSON report, which lacks the cases, is told to be no run that can be scored again", async () => {
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  await assay(["eval", "agent.mjs", "--reporter", "json=report.json"], { cwd });
  const { code, stderr } = await assay(["score", "report.json"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("report.json is no saved run.");
  expect(stderr).toContain("assay runs export --format jsonl");
});

test("what --failed finds nothing of is told within 80 columns", async () => {
  const name = "a_set_with_quite_a_long_name.evalset.json";
  const cwd = project({ "agent.mjs": echoAgent, [name]: set });
  await assay(["eval", "agent.mjs", name], { cwd });
  const { code, stderr } = await assay(["eval", "agent.mjs", name, "--failed"], { cwd });
  expect(code).toBe(0);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain("so there is nothing to run again.");
  expect(stderr.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
