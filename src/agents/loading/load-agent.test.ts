import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { textContent } from "../../core/content.ts";
import { isUserFacingError } from "../../core/errors.ts";
import { recordTurn } from "../recording/record-turn.ts";
import { knownSecrets } from "../secrets/known-secrets.ts";
import { loadAgent } from "./load-agent.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "load-agent-"));
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
}

async function answerOf(target: string, agentName?: string): Promise<string | undefined> {
  const { agent } = await loadAgent(target, { cwd, agentName });
  const signal = new AbortController().signal;
  const conversation = await agent.start({ id: "s", user: "u", state: {}, signal });
  const turn = await recordTurn(conversation, { text: "hi", content: textContent("user", "hi") });
  await conversation.close?.();
  return turn.final ?? turn.problem;
}

async function refusal(target: string, agentName?: string) {
  const error = await loadAgent(target, { cwd, agentName }).catch((thrown: unknown) => thrown);
  if (!isUserFacingError(error)) throw new Error(`not refused: ${String(error)}`);
  return { code: error.code, message: error.message, hint: error.hint };
}

describe("a target", () => {
  test("is a folder, its file, or the folder one stands in", async () => {
    await write({ "helper/agent.ts": 'export const rootAgent = (text: string) => "ts " + text;' });
    for (const target of [
      "helper",
      "helper/",
      "./helper",
      "helper/agent.ts",
      join(cwd, "helper"),
    ]) {
      expect(await answerOf(target)).toBe("ts hi");
      expect((await loadAgent(target, { cwd })).name).toBe("helper");
    }
    const here = await loadAgent(".", { cwd: join(cwd, "helper") });
    expect(here).toMatchObject({ name: "helper", directory: join(cwd, "helper") });
    expect(here.agent.name).toBe("helper");
  });

  test.each([
    ["agent.mjs", "export const rootAgent = () => 'x';"],
    ["agent.cjs", "exports.root_agent = () => 'x';"],
    ["index.js", "module.exports = { app: { rootAgent: () => 'x' } };"],
    ["agent.cjs", "module.exports = { agent: (text) => 'x' };"],
    ["agent.cjs", "module.exports = { createAgent: () => () => 'x', other: 1 };"],
    ["agent.mts", "export const agent = () => 'x';"],
    ["agent.ts", "export default () => 'x';"],
    ["agent.ts", "export function createAgent() { return () => 'x'; }"],
    [
      "agent.ts",
      "export async function getAgent() { return { name: 'own', start: () => ({ send: async () => 'x' }) }; }",
    ],
  ])("is found as %s with %s", async (name, text) => {
    await write({ [`a/${name}`]: text });
    expect(await answerOf("a")).toBe("x");
  });

  test("is the main file of a package", async () => {
    await write({
      "a/package.json": '{ "main": "lib/start.mjs" }',
      "a/lib/start.mjs": "export const rootAgent = () => 'main';",
    });
    expect(await answerOf("a")).toBe("main");
  });

  test("is a command in agent.json, run in its own folder", async () => {
    const program = `process.stdin.on("data", () => console.log(JSON.stringify({ type: "done", text: process.cwd() })))`;
    await write({ "a/agent.json": JSON.stringify({ command: [process.execPath, "-e", program] }) });
    expect(await answerOf("a")).toMatch(/load-agent-.*a$/);
  });

  test("is the command in agent.json where that runs the code beside it", async () => {
    const program = `process.stdin.on("data", () => console.log(JSON.stringify({ type: "done", text: "by lines" })))`;
    const json = { command: [process.execPath, "agent.mjs"] };
    await write({ "a/agent.mjs": program, "a/agent.json": JSON.stringify(json) });
    expect(await answerOf("a")).toBe("by lines");
    // by its own name too, whatever language it is in
    expect(await answerOf("a/agent.mjs")).toBe("by lines");
    await write({ "c/bot.py": "", "c/agent.json": `{ "command": ["python3", "bot.py"] }` });
    expect((await loadAgent("c/bot.py", { cwd })).path).toMatch(/agent\.json$/);
    const other = { command: [process.execPath, "other.mjs"] };
    await write({
      "b/agent.mjs": "export const rootAgent = () => 'by call';",
      "b/agent.json": JSON.stringify(other),
    });
    expect(await answerOf("b")).toBe("by call");
  });

  test("prefers rootAgent to all other names", async () => {
    const text =
      "export default () => 2; export const agent = () => 3; export const rootAgent = () => 'root';";
    await write({ "a/agent.ts": text });
    expect(await answerOf("a")).toBe("root");
  });
});

describe("a sub-agent", () => {
  const text = `
    export const agents = { booking: () => "booking", refunds: () => "refunds" };
    export const spare = () => "spare";
    export const rootAgent = () => "root";`;

  test("is an entry of agents, or an export of that name", async () => {
    await write({ "a/agent.ts": text });
    expect(await answerOf("a", "refunds")).toBe("refunds");
    expect(await answerOf("a", "spare")).toBe("spare");
  });

  test("that is misspelt is reported with the nearest", async () => {
    await write({ "a/agent.ts": text });
    expect(await refusal("a", "bookin")).toEqual({
      code: "agent/not-found",
      message: 'agent.ts has no agent "bookin".',
      hint: "Did you mean booking?",
    });
  });

  test("where there are only such, it is to be named", async () => {
    await write({ "a/agent.mjs": "export const agents = { booking: () => 'x' };" });
    const { message, hint } = await refusal("a");
    expect(message).toBe("agent.mjs exports no agent; it exports agents.");
    expect(hint).toContain("--agent_name");
    const node = (name: string) =>
      `export const ${name} = { [Symbol.for("google.adk.workflow.baseNode")]: true, name: "${name}" };`;
    await write({ "b/agent.mjs": `export const noon = 12; ${node("orders")} ${node("refunds")}` });
    expect(await refusal("b")).toEqual({
      code: "agent/invalid",
      message: "agent.mjs exports several agents, and none as rootAgent: orders, refunds.",
      hint: "Say with --agent_name which of its agents is meant, or export one as rootAgent.",
    });
  });
});

describe("a target that is no agent", () => {
  test("and does not exist is reported with what is there", async () => {
    await write({ "home-automation/agent.ts": "" });
    expect(await refusal("home-automaton")).toEqual({
      code: "agent/not-found",
      message: "There is no agent at home-automaton.",
      hint: "Did you mean home-automation?",
    });
  });

  test("and is Python is told what could be done", async () => {
    await write({ "a/__init__.py": "", "a/agent.py": "" });
    for (const target of ["a/__init__.py", "a"]) {
      const { message, hint } = await refusal(target);
      expect(message).toBe(`${target} is a Python agent.`);
      expect(hint).toContain('{"command": ["python3", "agent.py"]}');
    }
  });

  test("and exports something else is told the names", async () => {
    await write({ "a/agent.ts": "export const rootagent = () => 1; export const b = 2;" });
    expect(await refusal("a")).toMatchObject({
      message: "agent.ts exports no agent; it exports b, rootagent.",
      hint: "Did you mean to call rootagent rootAgent?",
    });
    await write({ "c/agent.mjs": "export const rootAgent = 5;" });
    expect((await refusal("c")).message).toBe(
      "The agent c is 5, which is no kind of agent that Assay knows.",
    );
    await write({ "d/notes.txt": "" });
    expect((await refusal("d")).message).toBe("d contains no agent.");
  });

  test("and lies beside an agent.json is told how that is named", async () => {
    await write({ "a/agent.mjs": "", "a/agent.json": '{ "command": ["npm", "start"] }' });
    expect((await refusal("a")).hint).toMatch(
      /^A folder's code is taken before its agent\.json\. .*a\/agent\.json$/,
    );
  });

  test.each(["null", "5", '"x"', "[]", "[1]"])(
    "and is an agent.json of %s is reported as that",
    async (text) => {
      await write({ "a/agent.json": text });
      const { code, message } = await refusal("a");
      expect(code).toBe("agent/invalid");
      expect(message).toMatch(/^The file is .*; an agent.json was expected\.$/);
    },
  );

  test("and never finishes loading is left", async () => {
    await write({ "a/agent.mjs": "await new Promise(() => {});" });
    const loading = loadAgent("a", { cwd, timeoutMs: 50 });
    await expect(loading).rejects.toThrow("agent.mjs was not loaded within 0.05 s.");
  });
});

test("the .env beside an agent is set where nothing is, and its secrets are known", async () => {
  process.env.ASSAY_TEST_TAKEN = "mine";
  const env = "ASSAY_TEST_TAKEN=theirs\nASSAY_TEST_API_KEY=sk-12345678\nASSAY_TEST_MODE=verbose\n";
  await write({
    ".env": "ASSAY_TEST_ABOVE=1",
    "a/.env": env,
    "a/agent.ts":
      'export const rootAgent = () => [process.env.ASSAY_TEST_TAKEN, process.env.ASSAY_TEST_MODE, process.env.ASSAY_TEST_ABOVE].join(" ");',
  });
  expect(await answerOf("a")).toBe("mine verbose ");
  const own = knownSecrets().filter(({ name }) => name.startsWith("ASSAY_TEST_"));
  expect(new Set(own.map(({ name, value }) => `${name}=${value}`))).toEqual(
    new Set(["ASSAY_TEST_API_KEY=sk-12345678"]),
  );
});

test("the hash follows the code and nothing else", async () => {
  await write({
    "a/agent.ts": "export const rootAgent = () => 'x';",
    "a/lib/tools.ts": "export const one = 1;",
    "a/node_modules/p/index.js": "",
    "a/smoke.evalset.json": "{}",
  });
  const first = await loadAgent("a", { cwd });
  expect(first.files.map((file) => file.slice(cwd.length + 1))).toEqual([
    "a/agent.ts",
    "a/lib/tools.ts",
  ]);
  await write({ "a/smoke.evalset.json": "{ }", "a/node_modules/p/index.js": "1" });
  expect((await loadAgent("a", { cwd })).hash).toBe(first.hash);
  await write({ "a/lib/tools.ts": "export const one = 2;" });
  expect((await loadAgent("a", { cwd })).hash).not.toBe(first.hash);
});

test("the example loads, and its texts are where its README says", async () => {
  const root = join(import.meta.dirname, "../../..");
  const { name, directory } = await loadAgent("examples/home-automation", { cwd: root });
  expect(name).toBe("home-automation");
  const readme = await readFile(join(directory, "README.md"), "utf8");
  for (const [, file = ""] of readme.matchAll(/^\| `([^`]+)` \|/gm)) {
    await expect(readFile(join(directory, file)).catch((e) => e.code)).resolves.not.toBe("ENOENT");
  }
});

test("what throws while it is only looked at cannot be loaded", async () => {
  await write({
    "getter.mjs": 'export default { get rootAgent() { throw new Error("not yet"); } };',
    "proxy.mjs":
      'export const rootAgent = new Proxy(() => "", { get() { throw new Error("trap"); } });',
  });
  expect(await refusal("getter.mjs")).toMatchObject({
    code: "agent/invalid",
    message: "getter.mjs could not be loaded: not yet",
  });
  expect(await refusal("proxy.mjs")).toMatchObject({
    code: "agent/invalid",
    message: "proxy.mjs could not be loaded: trap",
  });
});
