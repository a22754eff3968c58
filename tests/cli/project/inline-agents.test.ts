import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

const greeting = evalSet({ greeting: { user: "hi", answer: "You said: hi" } }, "a");

const config = `
  import { desk } from "./src/desk.mjs";
  import notes from "./src/reporter.mjs";
  class Made { constructor(answer) { this.name = "made"; this.answer = answer; }
    start() { return { send: async ({ text }) => this.answer + text }; } }
  export default {
    agents: {
      desk,
      made: new Made("You said: "),
      described: { agent: () => "No.", evalSets: "evals/a.evalset.json" },
      program: { command: ["node", "src/program.mjs"] },
      folder: "agents/folder",
    },
    evalSets: "evals",
    criteria: { response_match_score: 0.9 },
    reporters: ["terminal", notes],
  };`;

const program = `
  import { createInterface } from "node:readline";
  for await (const line of createInterface({ input: process.stdin })) {
    const { type, text } = JSON.parse(line);
    if (type === "user") console.log(JSON.stringify({ type: "done", text: "You said: " + text }));
  }`;

function house(files: Readonly<Record<string, unknown>> = {}): string {
  return project({
    "package.json": { type: "module" },
    "assay.config.mjs": config,
    "src/desk.mjs": `import { words } from "./words.mjs";
      export const desk = (text) => words + text;\n`,
    "src/words.mjs": "export const words = 'You said: ';\n",
    "src/reporter.mjs": `import { appendFileSync } from "node:fs";
      export default { onCase({ evalId, status }) { appendFileSync("notes.txt", evalId + " " + status + "\\n"); } };\n`,
    "src/program.mjs": program,
    "agents/folder/agent.js": "export const rootAgent = (text) => 'You said: ' + text;\n",
    "evals/a.evalset.json": greeting,
    ...files,
  });
}

test.each([
  ["a function", "desk", 0],
  ["an agent of one's own", "made", 0],
  ["one with its sets", "described", 1],
  ["a program", "program", 0],
  ["a path beside them", "folder", 0],
])("%s is evaluated under its name", async (_, name, exit) => {
  const { code, stdout, stderr } = await assay(["eval", name], { cwd: house() });
  expect(stdout + stderr).toContain(`${name} · 1 case`);
  expect(code, stdout + stderr).toBe(exit);
});

test("all are run one after the other, and a reporter in code hears of each", async () => {
  const cwd = house();
  const { code } = await assay(["eval"], { cwd });
  expect(code).toBe(1);
  const lines = readFileSync(join(cwd, "notes.txt"), "utf8").trim().split("\n");
  expect(lines.toSorted()).toEqual(["greeting failed", ...Array(4).fill("greeting passed")]);
});

test("what a config in code leaves undefined is not given", async () => {
  const cwd = project({
    "assay.config.mjs": `export default {
      agents: { desk: { agent: (text) => "You said: " + text, evalSets: undefined } },
      criteria: { response_match_score: 0.9 },
      trials: undefined, judge: undefined, timeouts: { turn: undefined }, reporters: undefined,
    };`,
    "a.evalset.json": greeting,
  });
  const { stdout, stderr, code } = await assay(["eval"], { cwd });
  expect([stderr, code]).toEqual(["", 0]);
  expect(stdout).toContain("1 passed");
});

test("a flag for reporters wins over those in code", async () => {
  const cwd = house();
  await assay(["eval", "desk", "--reporter", "terminal"], { cwd });
  expect(existsSync(join(cwd, "notes.txt"))).toBe(false);
});

test("what failed is run again, of this agent and no other in the config", async () => {
  const cwd = house();
  await assay(["eval", "described"], { cwd });
  await assay(["eval", "desk"], { cwd });
  const again = await assay(["eval", "described", "--failed"], { cwd });
  expect(again.stdout + again.stderr).toContain("described · 1 case");
  const none = await assay(["eval", "desk", "--failed"], { cwd });
  expect(none.code).toBe(0);
});

test("one agent alone needs no name", async () => {
  const cwd = house({
    "assay.config.mjs": `import { desk } from "./src/desk.mjs";
      export default { agents: desk, evalSets: "evals", criteria: { response_match_score: 0.9 } };`,
  });
  const { code, stdout } = await assay(["eval"], { cwd });
  expect(stdout).toContain("desk · 1 case");
  expect(code).toBe(0);
});

const slow = `import { words } from "./words.mjs";
  export const desk = (text) =>
    new Promise((done) => setTimeout(done, text === "late" ? 60_000 : 0, words + text));\n`;

test("a resume goes on with it, and notices when a file that it imports has changed", async () => {
  const cwd = house({
    "src/desk.mjs": slow,
    "evals/a.evalset.json": evalSet({
      first: { user: "hi", answer: "You said: hi" },
      second: { user: "late", answer: "You said: late" },
    }),
  });
  const stopped = await assay(["eval", "desk", "--run_timeout", "2", "--concurrency", "1"], {
    cwd,
  });
  expect(stopped.stdout).toContain("1 passed");
  const words = join(cwd, "src/words.mjs");
  const before = readFileSync(words, "utf8");
  writeFileSync(words, "export const words = 'I heard: ';\n");
  const changed = await assay(["eval", "--resume"], { cwd });
  expect(changed.code).toBe(2);
  expect(changed.stderr).toContain("src/words.mjs");
  writeFileSync(words, before);
  writeFileSync(join(cwd, "src/desk.mjs"), slow);
  const resumed = await assay(["eval", "--resume", "--run_timeout", "2"], { cwd });
  expect(resumed.code).not.toBe(2);
  expect(resumed.stdout).toContain("1 passed");
});

test("an agent that is none, an object without one, and one in JSON are reported", async () => {
  const of = (agents: string) =>
    house({ "assay.config.mjs": `export default { agents: ${agents} };` });
  const wrong = await assay(["eval"], { cwd: of("{ desk: { pth: 'x' } }") });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("pth");
  const none = await assay(["eval"], { cwd: of("{ desk: { evalSets: 'evals' } }") });
  expect(none.stderr).toContain("agents.desk names no agent");
  const unknown = await assay(["eval", "desk"], { cwd: of("{ desk: new (class Odd {})() }") });
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("The agent desk is");
  const inJson = project({
    "assay.config.json": { agents: { py: { command: ["python3", "agent.py"] } } },
    "a.evalset.json": greeting,
  });
  const json = await assay(["eval", "py"], { cwd: inJson });
  expect(json.code).toBe(2);
  expect(json.stderr).toContain('The agent "py" has no path.');
});
