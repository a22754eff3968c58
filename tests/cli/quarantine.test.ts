import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluate } from "../../src/api/evaluate.ts";
import { assay, evalSet, project } from "./assay.ts";

const held = { quarantine: "flaky since the API changed", tags: ["odd"] };
const files = {
  "agent.mjs": "export const rootAgent = (text) => text;",
  "test_config.json": { criteria: { response_match_score: 0.8 } },
  "demo.evalset.json": evalSet({
    one: { user: "hi", answer: "hi" },
    odd: { user: "hi", answer: "bye", assay: held },
    two: { user: "yo", answer: "yo" },
  }),
  "held.evalset.json": evalSet({ odd: { user: "hi", answer: "bye", assay: held } }, "held"),
};

const line = "1 quarantined, not run: odd (flaky since the API changed)";

const formats = ["terminal", "json=r.json", "junit=r.xml", "markdown=r.md", "html=r.html"];
const reporters = [...formats, "github", "adk=r.txt", "jsonl=r.jsonl"];

test("a case in quarantine does not run, and every report says so with the reason", async () => {
  const cwd = project(files);
  const flags = reporters.map((each) => `--reporter=${each}`);
  const { code, stdout } = await assay(["eval", "agent.mjs", "demo.evalset.json", ...flags], {
    cwd,
  });
  expect(code).toBe(0);
  expect(stdout.split(line)).toHaveLength(4);
  expect(stdout).toContain("2 passed, 0 failed, 0 not evaluated, of 2");
  expect(stdout).toContain(`::notice title=quarantined::${line}`);
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  for (const name of ["r.md", "r.txt"]) expect(read(name)).toContain(line);
  expect(read("r.html")).toContain('"reason":"flaky since the API changed"');
  expect(read("r.jsonl")).toContain('"reason":"flaky since the API changed"');
  expect(read("r.xml")).toContain('<skipped message="quarantined: flaky since the API changed"/>');
  expect(read("r.xml")).toContain('tests="3" failures="0" errors="0" skipped="1"');
  const report = JSON.parse(read("r.json"));
  expect(report.totals).toMatchObject({
    cases: 2,
    passed: 2,
    quarantined: [{ evalSetId: "demo", evalId: "odd", reason: "flaky since the API changed" }],
  });
  expect(report.cases.map(({ evalId }: { evalId: string }) => evalId)).toEqual(["one", "two"]);
});

test.each([
  [["demo.evalset.json:odd"]],
  [["demo.evalset.json", "--case=odd"]],
  [["demo.evalset.json", "--quarantined"]],
])("what is named or asked for runs: %j", async (words) => {
  const { code, stdout } = await assay(["eval", "agent.mjs", ...words], { cwd: project(files) });
  expect(code).toBe(1);
  expect(stdout).toContain("✗ odd");
  expect(stdout).not.toContain("quarantined");
});

test.each([
  [["held.evalset.json"]],
  [["held.evalset.json", "--changed"]],
  [["demo.evalset.json", "--tag=odd"]],
  [["held.evalset.json", "--gate=pass-rate > 0.5"]],
])("where everything is in quarantine, nothing was evaluated: %j", async (words) => {
  const { code, stdout } = await assay(["eval", "agent.mjs", ...words], { cwd: project(files) });
  expect(code).toBe(3);
  expect(stdout).toContain("nothing was evaluated");
  expect(stdout.split(line)).toHaveLength(3);
});

test("gates count only what ran, and say so", async () => {
  const { code, stdout } = await assay(
    ["eval", "agent.mjs", "demo.evalset.json", "--gate=pass-rate > 0.1"],
    { cwd: project(files) },
  );
  expect(code).toBe(0);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${line}. Gates count only what ran.`);
  expect(stdout).toContain("1.000 (2 of 2)");
});

test("a case that failed and is held since is not run again, and a run without cases passed nothing", async () => {
  const cwd = project(files);
  await assay(["eval", "agent.mjs", "demo.evalset.json", "--quarantined"], { cwd });
  const again = await assay(["eval", "--failed"], { cwd });
  expect(again.code).toBe(3);
  expect(again.stdout).toContain(line);
  const empty = await assay(["eval", "--failed"], { cwd });
  expect(empty.code).toBe(2);
  expect(empty.stderr).toContain("Nothing was evaluated in run");
});

test("to a comparison it is a case that only one run has", async () => {
  const cwd = project(files);
  await assay(["eval", "agent.mjs", "demo.evalset.json", "--quarantined", "--name=all"], { cwd });
  await assay(["eval", "agent.mjs", "demo.evalset.json", "--name=without"], { cwd });
  const { stdout } = await assay(["compare", "all", "without"], { cwd });
  expect(stdout).toMatch(/1 case[^\n]* only/i);
});

test("eval-set show says it, and a quarantine without a reason is a mistake", async () => {
  const cwd = project({
    ...files,
    "mute.evalset.json": evalSet({ a: { user: "hi", answer: "hi", assay: { quarantine: " " } } }),
  });
  const shown = await assay(["eval-set", "show", "demo.evalset.json"], { cwd });
  expect(shown.stdout).toContain("quarantined: flaky since the API changed");
  const whole = await assay(["eval-set", "show", "demo.evalset.json:odd"], { cwd });
  expect(whole.stdout).toContain("held    flaky since the API changed");
  const mute = await assay(["eval-set", "validate", "mute.evalset.json"], { cwd });
  expect(mute.code).toBe(2);
  expect(mute.stdout + mute.stderr).toContain("A quarantine says why.");
});

test("programs leave the same cases out as the command", async () => {
  const cwd = project(files);
  const options = { cwd, store: "memory" } as const;
  const ids = async (more: object) => {
    const result = await evaluate("agent.mjs", "demo.evalset.json", { ...options, ...more });
    return result.cases.map(({ evalId }) => evalId);
  };
  expect(await ids({})).toEqual(["one", "two"]);
  const settle = async (more: object) =>
    await ids(more).catch((error: unknown) => String((error as Error).message));
  expect(await settle({ cases: ["odd"] })).toContain("odd");
  expect(await settle({ quarantined: true })).toContain("odd");
});
