import type { ChildProcess } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../src/testing/temporary-folder.ts";
import { assay, evalSet, project } from "../assay.ts";
import { report } from "../report.ts";

/** An agent that takes its time, and says elsewhere when it has been asked a third time. */
function slowProject(cases: number) {
  const begun = join(temporaryFolder(), "begun.txt");
  const agent = `
    import { writeFileSync } from "node:fs";
    let asked = 0;
    export async function rootAgent(text) {
      asked += 1;
      if (asked === 3) writeFileSync(${JSON.stringify(begun)}, "");
      await new Promise((done) => setTimeout(done, 150));
      return text;
    }`;
  const ids = Array.from({ length: cases }, (_, index) => index);
  const set = evalSet(
    Object.fromEntries(ids.map((id) => [`c${id}`, { user: `u${id}`, answer: `u${id}` }])),
  );
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set, "log.txt": "" });
  /** Ends the command in the midst of its run, however long that took to begin. */
  const end = (signal: NodeJS.Signals) => (child: ChildProcess) => {
    const timer = setInterval(() => {
      if (!existsSync(begun)) return;
      clearInterval(timer);
      child.kill(signal);
    }, 10);
    child.on("exit", () => clearInterval(timer));
  };
  const stop = (signal: NodeJS.Signals) =>
    assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], { cwd, onSpawn: end(signal) });
  return { agent, cwd, stop };
}

test("Ctrl-C saves what finished, names the resume command and exits with 130", async () => {
  const { cwd, stop } = slowProject(20);
  const stopped = await stop("SIGINT");
  expect(stopped.code).toBe(130);
  expect(`${stopped.stdout}${stopped.stderr}`).toContain("assay eval --resume");
  const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(resumed.code).toBe(0);
  expect(report(cwd).totals).toMatchObject({ cases: 20, passed: 20 });
});

test("a resume refuses an agent that has changed, unless told otherwise", async () => {
  const { agent, cwd, stop } = slowProject(10);
  await stop("SIGKILL");
  writeFileSync(join(cwd, "agent.mjs"), `${agent}\n// changed`);
  const refused = await assay(["eval", "--resume"], { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("has changed");
  const taken = await assay(["eval", "--resume", "--resume_changed"], { cwd });
  expect(taken.code).toBe(0);
  expect(existsSync(join(cwd, ".assay", "assay.db"))).toBe(true);
});

test("a log that grows beside the agent does not keep a run from being resumed", async () => {
  const { cwd, stop } = slowProject(10);
  await stop("SIGKILL");
  writeFileSync(join(cwd, "log.txt"), "what the command had printed");
  expect((await assay(["eval", "--resume"], { cwd })).code).toBe(0);
});
