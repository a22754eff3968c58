import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";
import { report } from "../report.ts";

test("Ctrl-C saves what finished, names the resume command and exits with 130", async () => {
  const agent = `export async function rootAgent(text) { await new Promise((done) => setTimeout(done, 150)); return text; }`;
  const cases = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `c${index}`,
      { user: `u${index}`, answer: `u${index}` },
    ]),
  );
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": evalSet(cases) });
  const stopped = await assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "2"], {
    cwd,
    onSpawn: (child) => setTimeout(() => child.kill("SIGINT"), 700),
  });
  expect(stopped.code).toBe(130);
  expect(`${stopped.stdout}${stopped.stderr}`).toContain("assay eval --resume");
  const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(resumed.code).toBe(0);
  expect(report(cwd).totals).toMatchObject({ cases: 20, passed: 20 });
});

test("a resume refuses an agent that has changed, unless told otherwise", async () => {
  const agent = `export async function rootAgent(text) { await new Promise((done) => setTimeout(done, 100)); return text; }`;
  const cases = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `c${index}`,
      { user: `u${index}`, answer: `u${index}` },
    ]),
  );
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": evalSet(cases) });
  await assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], {
    cwd,
    onSpawn: (child) => setTimeout(() => child.kill("SIGKILL"), 700),
  });
  writeFileSync(join(cwd, "agent.mjs"), `${agent}\n// changed`);
  const refused = await assay(["eval", "--resume"], { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("has changed");
  const taken = await assay(["eval", "--resume", "--resume_changed"], { cwd });
  expect(taken.code).toBe(0);
  expect(existsSync(join(cwd, ".assay", "assay.db"))).toBe(true);
});

test("a log that grows beside the agent does not keep a run from being resumed", async () => {
  const agent = `export async function rootAgent(text) { await new Promise((done) => setTimeout(done, 100)); return text; }`;
  const cases = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `c${index}`,
      { user: `u${index}`, answer: `u${index}` },
    ]),
  );
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": evalSet(cases), "log.txt": "" });
  await assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], {
    cwd,
    onSpawn: (child) => setTimeout(() => child.kill("SIGKILL"), 700),
  });
  writeFileSync(join(cwd, "log.txt"), "what the command had printed");
  expect((await assay(["eval", "--resume"], { cwd })).code).toBe(0);
});
