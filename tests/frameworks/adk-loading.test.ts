import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { importerFrom } from "../../src/agents/loading/import-package.ts";
import { loadAgent } from "../../src/agents/loading/load-agent.ts";
import { loadModule } from "../../src/agents/loading/load-module.ts";
import { isUserFacingError } from "../../src/core/errors.ts";
import { assay } from "../cli/assay.ts";
import { installExample } from "../install-example.ts";
import { lines, talk } from "./adk-conversation.ts";

const root = resolve(import.meta.dirname, "../..");

let packages: string;
let cwd: string;

beforeAll(async () => {
  packages = join(await installExample("adk-dice"), "node_modules");
  await installExample("adk-home-automation");
}, 600_000);

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "adk-loading-"));
});

/** A folder with the package beside it, as a user has it. */
async function write(file: string, text: string): Promise<string> {
  await symlink(packages, join(cwd, "node_modules"), "junction").catch(() => {});
  const path = join(cwd, file);
  await writeFile(path, text);
  return path;
}

async function answersOf(agentName?: string): Promise<readonly string[]> {
  const { agent } = await loadAgent(".", { cwd, agentName });
  const { turns } = await talk(agent, ["hi", "hi"]);
  return turns.flatMap(lines);
}

describe("the package of the agent", () => {
  test.each([
    ["agent.ts", 'import { LlmAgent } from "@google/adk"; export { LlmAgent };'],
    ["agent.mjs", 'import { LlmAgent } from "@google/adk"; export { LlmAgent };'],
    ["agent.cjs", 'exports.LlmAgent = require("@google/adk").LlmAgent;'],
  ])("is the copy that %s has loaded", async (file, text) => {
    const path = await write(file, text);
    const { LlmAgent } = await loadModule(path);
    expect(await importerFrom(path)("@google/adk")).toHaveProperty("LlmAgent", LlmAgent);
  });

  test("may be for importing only", async () => {
    const path = await write("agent.ts", "");
    expect(await importerFrom(path)("lodash-es")).toHaveProperty("cloneDeep");
  });

  test("that cannot be found is reported", async () => {
    await writeFile(
      join(cwd, "agent.mjs"),
      'export const rootAgent = { [Symbol.for("google.adk.workflow.baseNode")]: true, name: "x" };',
    );
    const error = await loadAgent(".", { cwd }).catch((thrown: unknown) => thrown);
    expect(isUserFacingError(error)).toBe(true);
    expect(error).toMatchObject({
      message: "The agent is one of @google/adk, which its file cannot import.",
      hint: "Install version 2 where the agent is:  npm install @google/adk@2",
    });
  });
});

/** Agents that say their name, and how often they were asked. */
const agents = `
  import { App, BaseLlm, BasePlugin, LlmAgent } from "@google/adk";
  class Model extends BaseLlm {
    asked = 0;
    constructor() { super({ model: "scripted" }); }
    async *generateContentAsync(request) {
      this.asked += 1;
      yield { content: { role: "model", parts: [{ text: request.config.labels.adk_agent_name + " " + this.asked }] } };
    }
    async connect() { throw new Error("not live"); }
  }
  class Loud extends BasePlugin {
    async afterModelCallback({ llmResponse }) {
      const [{ text }] = llmResponse.content.parts;
      return { content: { role: "model", parts: [{ text: text.toUpperCase() }] } };
    }
  }
  const make = () => new LlmAgent({
    name: "router", model: new Model(),
    subAgents: [new LlmAgent({ name: "billing", model: new Model(),
      subAgents: [new LlmAgent({ name: "refunds", model: new Model() })] })],
  });
`;

describe("what a file exports", () => {
  test.each([
    ["rootAgent", "export const rootAgent = make();"],
    ["a default", "export default make();"],
    ["any name", "export const helper = make();"],
  ])("is an agent as %s", async (_, text) => {
    await write("agent.ts", agents + text);
    expect(await answersOf()).toEqual(["router: router 1", "router: router 2"]);
  });

  test.each([
    [
      "app",
      "export const app = new App({ name: 'desk', rootAgent: make(), plugins: [new Loud('loud')] });",
    ],
    [
      "an app before an agent",
      "export const rootAgent = make(); export const desk = new App({ name: 'desk', rootAgent, plugins: [new Loud('loud')] });",
    ],
  ])("is %s, with its plugins", async (_, text) => {
    await write("agent.ts", agents + text);
    expect(await answersOf()).toEqual(["router: ROUTER 1", "router: ROUTER 2"]);
    expect(await answersOf("refunds")).toEqual(["refunds: REFUNDS 1", "refunds: REFUNDS 2"]);
  });

  test("is a factory that makes an agent for every conversation", async () => {
    await write("agent.ts", `${agents} export const createAgent = () => make();`);
    const { agent } = await loadAgent(".", { cwd });
    const held = await Promise.all([talk(agent, ["hi", "hi"]), talk(agent, ["hi"])]);
    expect(held.map(({ turns }) => turns.flatMap(lines))).toEqual([
      ["router: router 1", "router: router 2"],
      ["router: router 1"],
    ]);
  });
});

describe("--agent_name", () => {
  test.each(["export const rootAgent = make();", "export const createAgent = () => make();"])(
    "finds an agent anywhere in the tree: %s",
    async (text) => {
      await write("agent.ts", agents + text);
      expect((await answersOf("refunds"))[0]).toBe("refunds: refunds 1");
      expect((await answersOf("router"))[0]).toBe("router: router 1");
      const error = await answersOf("refund").catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        message: 'agent.ts has no agent "refund".',
        hint: "Did you mean refunds?",
      });
    },
  );
});

describe("the examples", () => {
  test.each(["adk-home-automation", "adk-dice"])(
    "%s type-checks",
    (folder) => {
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      const args = [tsc, "-p", join(root, "examples", folder)];
      expect(spawnSync(process.execPath, args, { encoding: "utf8" }).stdout).toBe("");
    },
    120_000,
  );

  test.each([
    ["all of home automation", ["adk-home-automation"], 0, "4 passed, 0 failed"],
    [
      "its failure",
      ["adk-home-automation", "instructive-failure.json"],
      1,
      'on is "off" where false was expected',
    ],
    ["all of dice", ["adk-dice"], 0, "4 passed, 0 failed"],
    ["its failure", ["adk-dice", "instructive-failure.json"], 1, "prime_checker was never called"],
    [
      "the roller alone",
      ["adk-dice", "roller-alone.json", "--agent_name", "roller"],
      0,
      "1 passed, 0 failed",
    ],
  ] as const)(
    "%s: %j",
    async (_, [folder, set, ...flags], code, said) => {
      const example = join(root, "examples", folder);
      const args = ["eval", example, ...(set === undefined ? [] : [join(example, set)]), ...flags];
      const outcome = await assay(args, { cwd });
      expect(outcome.stderr).toBe("");
      expect(outcome.stdout).toContain(said);
      expect(outcome.code).toBe(code);
    },
    60_000,
  );

  test("the failure of dice passes without the rule that its comment points at", async () => {
    const folder = join(cwd, "dice");
    const isOurs = (path: string) => !path.includes("node_modules");
    await cp(join(root, "examples/adk-dice"), folder, { recursive: true, filter: isOurs });
    await symlink(packages, join(folder, "node_modules"), "junction");
    const scripts = join(folder, "scripts.ts");
    const text = await readFile(scripts, "utf8");
    const rule = / {2}\/\/ wrong on purpose.*\n.*\n.*\n/;
    expect(text).toMatch(rule);
    await writeFile(scripts, text.replace(rule, ""));
    const outcome = await assay(["eval", "dice", "dice/instructive-failure.json"], { cwd });
    expect(outcome.stdout).toContain("1 passed, 0 failed");
  }, 60_000);
});
