import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFramework } from "../../../src/cli/init/find-framework.ts";
import { initCommand } from "../../../src/cli/init/init-command.ts";
import { presetConfig, presets } from "../../../src/cli/init/init-presets.ts";
import { readConfig } from "../../../src/project/config/read-config.ts";
import { assay, project } from "../assay.ts";
import { house, read } from "./house.ts";

test("init --yes writes a set, a config and a workflow, and the first run is green", async () => {
  const cwd = project(house);
  const { code, stdout } = await assay(["init", "--yes"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "
      agent     agents/house (function)
      preset    tools: the right tools in the right order

      written   agents/house/first.evalset.json
      written   agents/house/test_config.json
      written   assay.config.json
      written   .github/workflows/assay.yml

      next      npm install --save-dev assay
                npx assay eval agents/house
                The first case only shows that the agent answers. For more, write
                final_response and tool_uses into it and take the // away in
                test_config.json.

    "
  `);
  const { code: ran, stdout: report } = await assay(["eval", "agents/house"], { cwd });
  expect(report).toContain("1 passed, 0 failed");
  expect(ran).toBe(0);
  expect(read(cwd, ".github/workflows/assay.yml")).toContain(
    "- run: npx assay eval agents/house --print_detailed_results",
  );
});

test("the project config that it writes is enough for eval alone, and takes a second agent", async () => {
  const cwd = project({
    ...house,
    "agents/desk/agent.js": "export const rootAgent = () => 'Hi.';",
  });
  await assay(["init", "agents/house", "--yes"], { cwd });
  expect(JSON.parse(read(cwd, "assay.config.json")).agents).toEqual({ house: "agents/house" });
  const alone = await assay(["eval"], { cwd });
  expect(alone.stdout).toContain("house · 1 case");
  expect(alone.code).toBe(0);
  const { stdout } = await assay(["init", "agents/desk", "--yes"], { cwd });
  expect(stdout).toContain("extended  assay.config.json by agents/desk");
  const both = await assay(["eval"], { cwd });
  expect(both.stdout).toContain("house · 1 case");
  expect(both.stdout).toContain("desk · 1 case");
  expect(both.code).toBe(0);
});

test.each([
  ["no agents", {}, { house: "agents/house" }],
  ["one path", { agents: "agents/desk" }, ["agents/desk", "agents/house"]],
  ["a list", { agents: ["agents/desk"] }, ["agents/desk", "agents/house"]],
  [
    "another agent of that name",
    { agents: { house: "old/house" } },
    { house: "old/house", "agents-house": "agents/house" },
  ],
])("a project config with %s takes a further one in its own form", async (_, config, agents) => {
  const cwd = project({ ...house, "assay.config.json": { ...config, trials: 2 } });
  await assay(["init", "agents/house", "--yes"], { cwd });
  expect(JSON.parse(read(cwd, "assay.config.json"))).toEqual({ agents, trials: 2 });
  const { stdout } = await assay(["init", "agents/house", "--yes"], { cwd });
  expect(stdout).toContain("kept      assay.config.json");
});

test("the commands that it says can be copied, also where a folder's name has a space", async () => {
  const agent = "export const rootAgent = (text) => text;";
  const cwd = project({ "my bots/one/agent.mjs": agent, "my bots/two/agent.mjs": agent });
  const { stdout } = await assay(["init", "--yes"], { cwd });
  expect(stdout).toContain("assay init 'my bots/two'");
  expect(stdout).toContain("npx assay eval 'my bots/one'");
});

test("a project config in code is left alone", async () => {
  const cwd = project({ ...house, "assay.config.mjs": "export default {};" });
  const { stdout } = await assay(["init", "agents/house", "--yes"], { cwd });
  expect(stdout).toContain("kept      assay.config.mjs, which was there already");
  expect(existsSync(join(cwd, "assay.config.json"))).toBe(false);
});

test("what it says to change is all it takes to have answers and tools compared", async () => {
  const cwd = project(house);
  await assay(["init", "--yes", "--request", "Is it dark?"], { cwd });
  const set = JSON.parse(read(cwd, "agents/house/first.evalset.json"));
  const [turn] = set.eval_cases[0].conversation;
  turn.final_response = "No, it is light.";
  turn.intermediate_data = { tool_uses: ["look"] };
  writeFileSync(join(cwd, "agents/house/first.evalset.json"), JSON.stringify(set));
  const config = join(cwd, "agents/house/test_config.json");
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace(/\/\/ ("(?:tool_traj|response_))/g, "$1"),
  );
  const { code, stdout } = await assay(["eval", "agents/house"], { cwd });
  expect(stdout).toContain("trajectory ≥ 1");
  expect(stdout).toContain("response ≥ 0.6");
  expect(code).toBe(1);
});

test.each([
  ["tools", []],
  ["chat", ["--words", "dark"]],
  ["safety", []],
  ["safety", ["--never", "look"]],
  ["tools", ["--tools", "look"]],
  ["tools", ["--answer", "Yes."]],
])(
  "what is left to change after %s %j is reported in lines of 80, and is true",
  async (preset, flags) => {
    const cwd = project(house);
    const { stdout } = await assay(["init", "--yes", "--preset", preset, ...flags], { cwd });
    const said = stdout.slice(stdout.indexOf("next")).replaceAll(/\s+/g, " ");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(said.includes("only shows that the agent answers")).toBe(
      preset !== "safety" && flags.length === 0,
    );
    expect(said).toContain("take the // away in test_config.json");
  },
);

test("a file that is there is left alone, and said so", async () => {
  const cwd = project({ ...house, "agents/house/test_config.json": "mine" });
  const { code, stdout } = await assay(["init", "agents/house", "--yes"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("kept      agents/house/test_config.json, which was there already");
  expect(read(cwd, "agents/house/test_config.json")).toBe("mine");
  const before = read(cwd, "agents/house/first.evalset.json");
  const again = await assay(["init", "agents/house", "--yes", "--preset", "safety"], { cwd });
  expect(again.stdout.match(/kept/g)).toHaveLength(4);
  expect(again.stdout).not.toContain("The first case only shows");
  expect(read(cwd, "agents/house/first.evalset.json")).toBe(before);
});

test.each(presets)(
  "the criteria of the preset %s are read without a warning, and run green",
  async (preset) => {
    for (const words of [[], ["delete_all"]]) {
      for (const hasAnswer of [false, true]) {
        const text = presetConfig(preset, { words, hasAnswer, goal: 'Nobody says "ouch".' });
        expect(readConfig(text, { file: "test_config.json" }).warnings).toEqual([]);
        // what stands ready as a comment is as good as what is on
        const all = text.replaceAll(/\/\/ (?=")/g, "");
        const read = readConfig(all, { file: "test_config.json" });
        expect(read.warnings).toEqual([]);
        expect(read.criteria.some(([name]) => /_v\d$/.test(name))).toBe(true);
      }
    }
    const cwd = project(house);
    await assay(["init", "--yes", "--preset", preset], { cwd });
    expect(await assay(["eval", "agents/house"], { cwd })).toMatchObject({ code: 0 });
  },
);

const piped = (cwd: string, args: readonly string[], answers: string) =>
  spawnSync(
    process.execPath,
    [join(import.meta.dirname, "../../../bin/assay.js"), "init", ...args],
    {
      cwd,
      input: answers,
      encoding: "utf8",
    },
  );

test("answers may be piped, a line each, and the rest are the defaults", async () => {
  const cwd = project(house);
  const answers = "tools\nNobody sits in the dark.\nIs it dark?\nYes, it is dark.\nlook\n";
  const { status, stdout, stderr } = piped(cwd, [], answers);
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stderr).toContain("What must it always get right? As a user would say it");
  const ran = await assay(["eval", "agents/house", "--reporter", "json=out.json"], { cwd });
  expect(ran.code).toBe(0);
  const { run, cases } = JSON.parse(read(cwd, "out.json"));
  expect(run.sets[0].description).toBe("Nobody sits in the dark.");
  expect(cases[0].metrics[0]).toMatchObject({
    name: "tool_trajectory_avg_score",
    goal: "Nobody sits in the dark.",
  });

  const fewer = project(house);
  expect(piped(fewer, [], "chat").status).toBe(0);
  expect(read(fewer, "agents/house/test_config.json")).toContain("response_latency");
});

test("a piped answer that is none of the presets ends it, before anything is written", () => {
  const cwd = project(house);
  const { status, stderr } = piped(cwd, [], "tolls\nIs it dark?\n");
  expect(status).toBe(2);
  expect(stderr).toContain('"tolls" is none of tools, chat, safety.');
  expect(stderr).toContain("Did you mean tools?");
  expect(existsSync(join(cwd, ".github"))).toBe(false);
});

test("every question has a flag, and flags of another preset are refused", async () => {
  const cwd = project(house);
  const flags = ["--goal", "Light.", "--request", "Is it dark?", "--answer", "Yes, it is dark."];
  const { code } = await assay(["init", ...flags, "--tools", "look"], { cwd });
  expect(code).toBe(0);
  expect((await assay(["eval", "agents/house"], { cwd })).code).toBe(0);
  const mixed = await assay(["init", "--preset", "chat", "--never", "rm", "--yes"], { cwd });
  expect(mixed).toMatchObject({ code: 2 });
  expect(mixed.stderr).toContain("--never belongs to the preset safety");
  const both = await assay(["init", "--tools", "look", "--words", "dark", "--yes"], { cwd });
  expect(both).toMatchObject({ code: 2 });
  expect(both.stderr).toContain("--words belongs to the preset chat, and this one is tools.");
  const safe = project(house);
  await assay(["init", "--never", "look", "--request", "Is it dark?", "--yes"], { cwd: safe });
  expect(await assay(["eval", "agents/house"], { cwd: safe })).toMatchObject({ code: 1 });
});

test("the answers to its questions become the first case", async () => {
  const cwd = project(house);
  const answers = ["tools", "It is never dark.", "Is it dark?", "Yes, it is dark.", "look"];
  let written = "";
  const code = await initCommand(
    {
      arguments: ["agents/house"],
      options: {},
      cwd,
      env: {},
      argv: [],
      terminal: {
        write: (text) => {
          written += text;
        },
        warn: () => {},
        writeNow: () => {},
        interactive: true,
        colour: false,
        errorColour: false,
        columns: 80,
      },
    },
    async () => answers.shift() ?? "",
  );
  expect(code).toBe(0);
  expect(answers).toEqual([]);
  expect(written).toContain("preset    tools");
  const ran = await assay(["eval", "agents/house"], { cwd });
  expect(ran.stdout).toContain("1 passed");
  expect(ran.code).toBe(0);
});

test("without an agent nothing is written, and it is said what an agent is", async () => {
  const cwd = project({ "package.json": {}, "index.js": "export const a = 1;" });
  const { code, stderr } = await assay(["init", "--yes"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("There is no agent in this folder or up to 3 folders below.");
  expect(stderr).toContain("An agent is an agent.ts or agent.js that exports rootAgent");
  expect(existsSync(join(cwd, ".github"))).toBe(false);
});

test("the framework is told by what the agent imports, then by package.json", () => {
  const named = (source: string, dependencies: object = {}) => {
    const cwd = project({ "package.json": { dependencies }, "agent.ts": source });
    return findFramework(join(cwd, "agent.ts")).name;
  };
  expect(named('import { LlmAgent } from "@google/adk";')).toBe("Google ADK");
  expect(named('import { generateText } from "ai";')).toBe("Vercel AI SDK");
  expect(named('import { Agent } from "@openai/agents";')).toBe("OpenAI Agents");
  expect(named('const { StateGraph } = require("@langchain/langgraph");')).toBe("LangGraph");
  expect(named('import { Agent } from "@mastra/core/agent";')).toBe("Mastra");
  expect(named('import { model } from "../model.ts";', { ai: "^7.0.0" })).toBe("Vercel AI SDK");
  expect(named("export const rootAgent = (text) => text;")).toBe("function");
});
