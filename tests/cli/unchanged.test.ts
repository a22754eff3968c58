import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "./assay.ts";

/** Stops its own process in the middle of the run, as a crash would; a second time it lets it end. */
const dying = `
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { said } from "../shared/words.mjs";
export async function rootAgent(text, { turn }) {
  readFileSync(new URL("./prompts/system.md", import.meta.url));
  if (text === "u3" && !existsSync("died")) {
    await new Promise((done) => setTimeout(done, 100));
    writeFileSync("died", "");
    execFileSync("kill", ["-9", String(process.pid)]);
  }
  return said(text);
}`;

const cases = evalSet(
  Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [
      `c${index}`,
      { user: `u${index}`, answer: `u${index}` },
    ]),
  ),
);

const files = {
  "agents/agent.mjs": dying,
  "agents/prompts/system.md": "Be kind.",
  "agents/prompts/tone.txt": "Warm.",
  "agents/tools.json": { tools: ["look"] },
  "agents/model.yaml": "temperature: 0",
  "agents/settings.toml": "top_p = 1",
  "agents/faq.csv": "question,answer",
  "shared/words.mjs": "export const said = (text) => text;",
  "agents/demo.evalset.json": cases,
  "agents/other.evalset.json": evalSet({ x: { user: "x", answer: "x" } }, "other"),
  "agents/log.txt": "",
  "agents/debug.log": "first line",
  "agents/README.md": "An agent.",
  "config.json": {
    criteria: { response_match_score: 0.8, polite: 0.5 },
    custom_metrics: { polite: { code_config: { name: "./metrics/polite.mjs:polite" } } },
    judge_model: "gemini-2.5-flash",
  },
  "metrics/polite.mjs": `import { one } from "./one.mjs"; export const polite = (metric, actual) => ({ overall_score: one, overall_eval_status: 1, per_invocation_results: actual.map((actual_invocation) => ({ actual_invocation, score: one, eval_status: 1 })) });`,
  "metrics/one.mjs": "export const one = 1;",
};

const command = [
  "eval",
  "agents",
  "agents/demo.evalset.json",
  "--config",
  "config.json",
  "-j",
  "1",
];

async function killedRun(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const cwd = project({ ...files, ...more });
  const { signal, stdout, stderr } = await assay(command, { cwd });
  expect(signal, stdout + stderr).toBe("SIGKILL");
  return cwd;
}

function write(cwd: string, file: string, text: string): void {
  mkdirSync(dirname(join(cwd, file)), { recursive: true });
  writeFileSync(join(cwd, file), text);
}

const said = (text: string) => text.replaceAll(/\s+/g, " ");
const edited = (cwd: string, file: string, from: string, to: string) =>
  write(cwd, file, readFileSync(join(cwd, file), "utf8").replace(from, to));

test.each([
  ["agents/agent.mjs", "// another agent"],
  ["agents/prompts/system.md", "Be rude."],
  ["agents/prompts/tone.txt", "Warm.\nAnd rude."],
  ["agents/tools.json", "{}"],
  ["agents/model.yaml", "temperature: 1"],
  ["agents/settings.toml", "top_p = 0"],
  ["agents/faq.csv", "question"],
  ["shared/words.mjs", "export const said = (text) => text + '!';"],
  ["metrics/polite.mjs", "export const polite = () => 1;"],
  ["metrics/one.mjs", "export const one = 0.7;"],
])("a resume refuses when %s has changed, and names it", async (file, text) => {
  const cwd = await killedRun();
  write(cwd, file, file === "agents/agent.mjs" ? `${dying}\n${text}` : text);
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code, stderr).toBe(2);
  expect(said(stderr)).toContain(`Since the run began, ${file} has changed.`);
  expect((await assay(["eval", "--resume", "--resume_changed"], { cwd })).code).not.toBe(2);
});

test("a resume refuses when a prompt was deleted", async () => {
  const cwd = await killedRun();
  rmSync(join(cwd, "agents/prompts/tone.txt"));
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code).toBe(2);
  expect(said(stderr)).toContain("agents/prompts/tone.txt has changed");
});

test("a resume refuses when a threshold was changed in the config", async () => {
  const cwd = await killedRun();
  edited(cwd, "config.json", "0.8", "0.7");
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code).toBe(2);
  expect(said(stderr)).toContain("the config of demo has changed");
});

test("logs, reports, other sets and empty files may change; so may what nobody had", async () => {
  const cwd = await killedRun();
  write(cwd, "agents/log.txt", "what the command had printed");
  write(cwd, "agents/debug.log", "first line\nsecond line");
  write(cwd, "agents/new-notes.md", "written since");
  write(cwd, "agents/results/out.json", "{}");
  edited(cwd, "agents/other.evalset.json", '"x"', '"y"');
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code, stderr).toBe(0);
});

test("a file that the agent writes while it runs is noted, and is no reason to refuse", async () => {
  const agent = dying.replace(
    "return said",
    `writeFileSync("agents/memory.json", JSON.stringify({ last: text }));
  return said`,
  );
  const cwd = await killedRun({ "agents/agent.mjs": agent, "agents/memory.json": { last: null } });
  write(cwd, "agents/memory.json", '{"last":"after"}');
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code, stderr).toBe(0);
  expect(said(stderr)).toContain("agents/memory.json changed while the run was running");
});

test("a report inside of the agent's folder is no part of the agent", async () => {
  const cwd = project({ ...files, "agents/report.json": "{}" });
  await assay([...command, "--reporter", "json=agents/report.json"], { cwd });
  write(cwd, "agents/report.json", '{"run":{}}');
  expect((await assay(["eval", "--resume"], { cwd })).code).toBe(0);
});

test("a run that has ended says what a resume of it leaves out, too", async () => {
  const agent = "export const rootAgent = (text) => text;";
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": cases });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const { code, stderr } = await assay(["eval", "--resume", "--num_runs", "3"], { cwd });
  expect(code).toBe(0);
  const said = stderr.replaceAll(/\s+/g, " ");
  expect(said).toContain("--num_runs is left out: a resume measures what the run began with.");
  expect(said).toContain("nothing was left to run");
});
