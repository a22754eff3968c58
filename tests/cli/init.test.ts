import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFramework } from "../../src/cli/find-framework.ts";
import { initCommand } from "../../src/cli/init-command.ts";
import { presetConfig, presets } from "../../src/cli/init-presets.ts";
import { readConfig } from "../../src/project/read-config.ts";
import { assay, project } from "./assay.ts";

const agent = `
export function rootAgent(text, { turn }) {
  if (text !== "Is it dark?") return "Pardon?";
  turn.call("1", "look", { at: "kitchen" });
  turn.result("1", "look", { output: "dark" });
  return "Yes, it is dark.";
}
`;

const house = {
  "package.json": { type: "module" },
  "agents/house/agent.js": agent,
};
const read = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");

test("init --yes writes a set, a config and a workflow, and assay eval runs", async () => {
  const cwd = project(house);
  const { code, stdout } = await assay(["init", "--yes"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "
      agent     agents/house (function)
      preset    tools: the right tools in the right order

      written   agents/house/first.evalset.json
      written   agents/house/test_config.json
      written   .github/workflows/assay.yml

      next      npm install --save-dev assay
                npx assay eval agents/house
                Then say in first.evalset.json what your agent should do.

    "
  `);
  expect((await assay(["eval-set", "validate", "--strict"], { cwd })).code).toBe(0);
  const { code: ran, stdout: report } = await assay(["eval", "agents/house"], { cwd });
  expect(report).toContain("first_task");
  expect(ran).toBe(1);
  expect(read(cwd, ".github/workflows/assay.yml")).toContain(
    "- run: npx assay eval agents/house --print_detailed_results",
  );
});

test("a file that is there is left alone, and said so", async () => {
  const cwd = project({ ...house, "agents/house/test_config.json": "mine" });
  const { code, stdout } = await assay(["init", "agents/house", "--yes"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("kept      agents/house/test_config.json, which was there already");
  expect(read(cwd, "agents/house/test_config.json")).toBe("mine");
  const before = read(cwd, "agents/house/first.evalset.json");
  const again = await assay(["init", "agents/house", "--yes", "--preset", "safety"], { cwd });
  expect(again.stdout.match(/kept/g)).toHaveLength(3);
  expect(read(cwd, "agents/house/first.evalset.json")).toBe(before);
});

test.each(presets)(
  "the criteria of the preset %s are read without a warning, and run",
  async (preset) => {
    for (const words of [[], ["delete_all"]]) {
      const config = readConfig(presetConfig(preset, { words }), { file: "test_config.json" });
      expect(config.warnings).toEqual([]);
    }
    const cwd = project(house);
    await assay(["init", "--yes", "--preset", preset], { cwd });
    expect((await assay(["eval", "agents/house"], { cwd })).code).toBe(1);
  },
);

test("the answers to its questions become the first case", async () => {
  const cwd = project(house);
  const answers = ["tools", "Is it dark?", "Yes, it is dark.", "look"];
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

test("without an agent nothing is written, and what an agent is is told", async () => {
  const cwd = project({ "package.json": {}, "index.js": "export const a = 1;" });
  const { code, stderr } = await assay(["init", "--yes"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("There is no agent in this folder or below.");
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
  expect(named('import { model } from "./model.ts";', { ai: "^7.0.0" })).toBe("Vercel AI SDK");
  expect(named("export const rootAgent = (text) => text;")).toBe("function");
});
