import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { assay, project } from "../assay.ts";
import { report } from "../report.ts";
import { numbers } from "./numbers.ts";

const begin = ["eval", "agent.mjs", "demo.evalset.json", "--reporter", "json=report.json"];
const resume = ["eval", "--resume", "--reporter", "json=report.json"];
const gates = ["--gate", "pass-rate > 0.8", "--gate", "response_match_score > 0.5"];

/** Begins a run and ends it with a signal once so many cases have begun. */
async function stopped(cwd: string, signal: NodeJS.Signals, flags: readonly string[] = gates) {
  const env = { WAIT: "20", WRONG: "5" };
  const before = calls(cwd);
  const outcome = await assay([...begin, ...flags], {
    cwd,
    env,
    onSpawn: (child) =>
      void begun(cwd, before + 25).then(async () => {
        const heard = new Promise<void>((done) => {
          child.stderr?.on("data", (chunk) => String(chunk).includes("Stopping:") && done());
          child.once("close", () => done());
        });
        child.kill(signal);
        await heard;
        // those in flight may end
        writeFileSync(join(cwd, "go"), "");
      }),
  });
  writeFileSync(join(cwd, "go"), "");
  return outcome;
}

async function begun(cwd: string, cases: number): Promise<void> {
  for (let tries = 0; calls(cwd) < cases && tries < 1000; tries += 1) await setTimeout(20);
}

function calls(cwd: string): number {
  const path = join(cwd, "calls.log");
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
}

test("a run that was killed twice comes to the same gates as one that was not", async () => {
  const whole = project(numbers(50));
  await assay([...begin, ...gates], { cwd: whole, env: { WRONG: "5" } });
  const expected = report(whole);
  const cwd = project(numbers(50));
  expect((await stopped(cwd, "SIGKILL")).signal).toBe("SIGKILL");
  const again = await assay(resume, { cwd, env: { WRONG: "5" } });
  expect(again.code, again.stderr).toBe(0);
  const { gates: told, run } = report(cwd);
  expect(told).toEqual(expected.gates);
  expect(run.heldAgainst).toEqual(expected.run.heldAgainst);
  const third = await assay(resume, { cwd });
  expect(third.code).toBe(0);
  expect(report(cwd).gates).toEqual(expected.gates);
});

test("an interrupted run is interrupted, whatever its gates would say", async () => {
  const cwd = project(numbers(50));
  const { code, stdout } = await stopped(cwd, "SIGINT");
  expect(code).toBe(130);
  expect(stdout).toContain("pass-rate > 0.8: not told");
  expect(report(cwd)).not.toHaveProperty("gates");
});

test("a resume may ask for other gates, says so, and keeps them", async () => {
  const cwd = project(numbers(50));
  await stopped(cwd, "SIGKILL");
  const other = await assay([...resume, "--gate", "pass-rate > 0.97"], {
    cwd,
    env: { WRONG: "5" },
  });
  expect(other.code).toBe(1);
  expect(other.stderr.replace(/\s+/g, " ")).toContain(
    'The run was begun with "pass-rate > 0.8" and "response_match_score > 0.5"; from here on it is held against "pass-rate > 0.97".',
  );
  expect(report(cwd).run.heldAgainst).toEqual({ conditions: ["pass-rate > 0.97"], by: "bound" });
  const shown = await assay(["runs", "show"], { cwd });
  expect(shown.stdout).toContain("pass-rate > 0.97: not met");
});

test("a run that has ended can be held against other gates, and nothing is run", async () => {
  const cwd = project(numbers(50));
  expect((await assay([...begin, ...gates], { cwd, env: { WRONG: "5" } })).code).toBe(0);
  const called = calls(cwd);
  const ended = report(cwd).run.endedAt;
  const other = await assay([...resume, "latest", "--gate", "pass-rate > 0.99"], { cwd });
  expect(other.code, other.stderr).toBe(1);
  expect(report(cwd).gates).toMatchObject([{ gate: "pass-rate > 0.99", outcome: "not-met" }]);
  expect(report(cwd).run).toMatchObject({ endedAt: ended, resumes: 0 });
  const none = await assay([...resume, "latest", "--gate", "none"], { cwd });
  expect(none.code).toBe(1);
  expect(report(cwd)).not.toHaveProperty("gates");
  expect(calls(cwd)).toBe(called);
});

test("a baseline that was removed since leaves it undecided, with a word", async () => {
  const cwd = project(numbers(50));
  await assay([...begin, "--name", "before"], { cwd });
  await stopped(cwd, "SIGKILL", ["--gate", "no-worse 0.2", "--baseline", "before"]);
  await assay(["runs", "rm", "before", "--yes"], { cwd });
  const again = await assay(resume, { cwd, env: { WRONG: "5" } });
  expect(again.code, again.stderr).toBe(3);
  expect(report(cwd).gates).toMatchObject([
    { outcome: "undecided", estimate: null, why: "There is no run to compare with any more." },
  ]);
});

test("a resume may name another baseline for the same gates, and says so", async () => {
  const cwd = project(numbers(50));
  await assay([...begin, "--name", "good"], { cwd });
  await assay([...begin, "--name", "bad"], { cwd, env: { WRONG: "30" } });
  const gate = ["--gate", "no-worse 0.1"];
  await stopped(cwd, "SIGKILL", [...gate, "--baseline", "good"]);
  const good = await assay([...resume, ...gate], { cwd, env: { WRONG: "5" } });
  expect(good.code, good.stderr).toBe(3);
  expect(good.stderr).not.toContain("baseline");
  const bad = await assay([...resume, "latest", ...gate, "--baseline", "bad"], { cwd });
  expect(bad.code, bad.stderr).toBe(0);
  expect(bad.stderr.replace(/\s+/g, " ")).toMatch(
    /The run was begun with run \S+ as its baseline; from here on it is compared with another\. .*The baseline is run \w+\./,
  );
});
