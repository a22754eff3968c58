import type { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "../assay.ts";
import { report } from "../report.ts";
import { called, cases, said, slowEcho } from "./counted-echo.ts";

test("--failed means the newest run of this agent and these sets, and says which it took", async () => {
  const wrong = `export const rootAgent = () => "no";`;
  const cwd = project({
    "one/agent.mjs": wrong,
    "one/a.evalset.json": evalSet(cases(2), "a"),
    "one/b.evalset.json": evalSet(cases(1), "b"),
    "two/agent.mjs": `export const rootAgent = (text) => text;`,
    "two/a.evalset.json": evalSet(cases(3), "a"),
  });
  const run = (...args: string[]) =>
    assay(["eval", ...args, "--reporter", "json=report.json"], { cwd });
  expect((await run("one", "one/a.evalset.json")).code).toBe(1);
  expect((await run("one", "one/b.evalset.json")).code).toBe(1);
  expect((await run("two")).code).toBe(0);

  const alone = await run("--failed");
  expect(alone.code).toBe(0);
  expect(alone.stderr).toMatch(/Everything in run \w+ \(two, .*\) passed/);

  const first = await run("one", "one/a.evalset.json", "--failed");
  expect(first.code).toBe(1);
  expect(first.stderr).toMatch(/Only what did not pass in run \w+ \(one, /);
  expect(report(cwd).totals).toMatchObject({ cases: 2, failed: 2 });

  const second = await run("one", "one/b.evalset.json", "--failed");
  expect(second.code).toBe(1);
  expect(report(cwd).totals).toMatchObject({ cases: 1 });

  await assay(["score", "latest"], { cwd });
  expect((await run("one", "one/a.evalset.json", "--failed")).code).toBe(1);
  const never = await run("two", "one/b.evalset.json", "--failed");
  expect(never.code).toBe(2);
  expect(never.stderr).toContain("There is no run of two with one/b.evalset.json yet.");
});

test("--failed RUN of a set that the run never had is refused, and finds one of another checkout", async () => {
  const cwd = project({
    "agent.mjs": `export const rootAgent = () => "no";`,
    "a.evalset.json": evalSet(cases(2), "a"),
    "b.evalset.json": evalSet(cases(1), "b"),
    "moved/a.evalset.json": evalSet(cases(2), "a"),
  });
  const run = (...args: string[]) => assay(["eval", "agent.mjs", ...args], { cwd });
  expect((await run("a.evalset.json", "b.evalset.json", "--name", "both")).code).toBe(1);
  expect((await run("b.evalset.json", "--name", "small")).code).toBe(1);
  const never = await run("a.evalset.json", "--failed", "small");
  expect(never.code).toBe(2);
  expect(said(never.stderr)).toContain(
    "The run that --failed names has no case of a.evalset.json.",
  );
  const moved = await run("moved/a.evalset.json", "--failed", "both");
  expect(moved.code).toBe(1);
  expect(moved.stdout).toContain("2 failed, 0 not evaluated, of 2");
});

test("--failed of a set that passed has nothing to do, whatever else was in its run", async () => {
  const cwd = project({
    "agent.mjs": echoAgent,
    "good.evalset.json": evalSet(cases(2), "good"),
    "bad.evalset.json": evalSet(
      { right: { user: "a", answer: "a" }, wrong: { user: "b", answer: "c" } },
      "bad",
    ),
  });
  const run = (...args: string[]) => assay(["eval", "agent.mjs", ...args], { cwd });
  expect((await run("good.evalset.json", "bad.evalset.json")).code).toBe(1);
  for (const passed of ["good.evalset.json", "bad.evalset.json:right"]) {
    const { code, stderr } = await run(passed, "--failed");
    expect(said(stderr)).toContain(`Everything of ${passed} that was in run`);
    expect(code).toBe(0);
  }
  expect((await run("bad.evalset.json", "--failed")).code).toBe(1);
});

test("--failed does not take a run that was killed before its last case for one that passed", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(12)) });
  const first = await new Promise<ReturnType<typeof spawn>>((started) => {
    void assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], { cwd, onSpawn: started });
  });
  await called(cwd, 4);
  first.kill("SIGKILL");
  const { code, stderr } = await assay(["eval", "--failed"], { cwd });
  expect(code).toBe(2);
  expect(said(stderr)).toContain("of its 12 cases never ran");
  expect(stderr).toContain("assay eval --resume");
});

test("only what failed runs again with --failed", async () => {
  const set = evalSet({ a: { user: "a", answer: "a" }, b: { user: "b", answer: "wrong" } });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const { code } = await assay(["eval", "--failed", "--reporter", "json=report.json"], { cwd });
  expect(code).toBe(1);
  expect(report(cwd).cases.map((each: { evalId: string }) => each.evalId)).toEqual(["b"]);
});

test("--failed tells of cases that never ran, which are not among what failed", async () => {
  const set = evalSet({
    a: { user: "a", answer: "wrong" },
    b: { user: "b", answer: "b" },
    c: { user: "c", answer: "c" },
  });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  await assay(["eval", "agent.mjs", "demo.evalset.json", "--fail_fast", "-j", "1"], { cwd });
  const { stderr } = await assay(["eval", "--failed"], { cwd });
  expect(stderr).toMatch(/2 of its 3 cases never ran and .* assay eval --resume \w+/);
});

test("--failed finds agent, sets and config again from any folder of the project", async () => {
  const set = evalSet({ a: { user: "a", answer: "a" }, b: { user: "b", answer: "wrong" } }, "s");
  const cwd = project({
    "assay.config.json": { agents: { bot: "agents/bot" } },
    "agents/bot/agent.mjs": echoAgent,
    "agents/bot/s.evalset.json": set,
    "agents/loose.json": { criteria: { response_match_score: 0.5 } },
    "docs/page.md": "",
  });
  const agents = join(cwd, "agents");
  const asked = ["bot", "bot/s.evalset.json:a,b", "--config_file_path", "loose.json"];
  expect((await assay(["eval", ...asked], { cwd: agents })).code).toBe(1);
  for (const from of [cwd, join(cwd, "docs"), join(agents, "bot")]) {
    const again = await assay(["eval", "--failed"], { cwd: from });
    expect(said(again.stderr)).toContain("Only what did not pass in run");
    expect(again.stdout).toContain("response ≥ 0.5");
    expect(again.stdout).toContain("0 passed, 1 failed, 0 not evaluated, of 1");
    expect(again.code).toBe(1);
  }
});
