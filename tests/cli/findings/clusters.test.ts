import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "../assay.ts";
import { journaled } from "../journaled.ts";
import { lightsAgent, lightsSet } from "./lights.ts";

const lights = { "lights/agent.mjs": lightsAgent, "lights.evalset.json": lightsSet() };
const evaluated = ["eval", "lights", "lights.evalset.json"];

test("failures are grouped by cause, with an example and whose they are", async () => {
  const cwd = project(lights);
  const run = await assay(evaluated, { cwd, env: { WRONG: "5" } });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("1 of 6 was not the agent's doing: the eval set.");
  const { code, stdout, stderr } = await assay(["clusters"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("3 of 6 failures share one cause: set_light: on is wrong.");
  expect(stdout).toContain("✗ 3 of 6: set_light: on is wrong\n      room_5\n      room_6\n");
  expect(stdout).toContain("✗ 1 of 6: The agent failed: the model answered 503\n");
  expect(stdout).toMatch(/fault +Not the agent's: the eval set\. The set contradicts itself/);
  expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("scripts get the clusters as JSON and pull requests as Markdown", async () => {
  const cwd = project(lights);
  await assay([...evaluated, "--reporter", "json=run.json"], { cwd, env: { WRONG: "5" } });
  const json = await assay(["clusters", "latest", "--reporter", "json"], { cwd });
  const found = JSON.parse(json.stdout);
  expect(found.clusters[0]).toMatchObject({
    name: "set_light: on is wrong",
    kind: "argument",
    tool: "set_light",
    arguments: ["on"],
    count: 3,
    status: "failed",
    example: { evalId: "room_5", trajectory: { steps: [{ kind: "changed" }] } },
  });
  const report = JSON.parse(readFileSync(join(cwd, "run.json"), "utf8"));
  expect(report.faults).toEqual(found.faults);
  expect(found.faults).toMatchObject({ agent: 5, "eval-set": 1 });
  const again = report.verdicts.find(({ evalId }: { evalId: string }) => evalId === "room_2_again");
  expect(again).toMatchObject({ fault: "eval-set" });
  await assay(["clusters", "--reporter", "markdown=out.md"], { cwd });
  const both = ["-r", "json=a.json", "-r", "json=b.json", "-o", "c.md"];
  expect((await assay(["clusters", ...both], { cwd })).code).toBe(0);
  const written = ["a.json", "b.json"].map((file) => readFileSync(join(cwd, file), "utf8"));
  expect(written).toEqual([json.stdout, json.stdout]);
  expect(readFileSync(join(cwd, "c.md"), "utf8")).toContain("### Why cases of");
  expect(readFileSync(join(cwd, "out.md"), "utf8")).toContain(
    "| 3 | failed | `set_light: on is wrong` | the agent |",
  );
});

test("bad questions get an answer in words", async () => {
  const cwd = project({
    "agent.mjs": echoAgent,
    "demo.evalset.json": evalSet({ a: { user: "hi", answer: "hi" } }),
  });
  const none = await assay(["clusters"], { cwd });
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining("There are no runs here yet."),
  ]);
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const clean = await assay(["clusters"], { cwd });
  expect([clean.code, clean.stdout]).toEqual([
    0,
    expect.stringContaining("Nothing failed: the one case that ran passed."),
  ]);
  const unknown = await assay(["clusters", "nope"], { cwd });
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no run "nope"')]);
  const typo = await assay(["clusters", "--reporter", "jsn"], { cwd });
  expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining("Did you mean json?")]);
});

test("a run that was killed and went on has the clusters and faults of one that was not", async () => {
  const set = { ...lights, "lights.evalset.json": lightsSet(40) };
  const [whole, killed] = [project(set), project(set)];
  const slow = { WRONG: "30", SLOW: "1" };
  const options = [...evaluated, "--num_runs", "2", "--concurrency", "2"];
  await assay(options, { cwd: whole, env: slow });
  for (const [args, ended] of [
    [options, 10],
    [["eval", "--resume"], 30],
  ] as const) {
    const { signal } = await assay(args, {
      cwd: killed,
      env: slow,
      onSpawn: (child) =>
        void journaled(killed, ended, "case-end").then(() => child.kill("SIGKILL")),
    });
    expect(signal).toBe("SIGKILL");
  }
  const resumed = await assay(["eval", "--resume"], { cwd: killed, env: slow });
  expect(resumed.code, resumed.stderr).toBe(1);
  const found = async (cwd: string) => {
    const { stdout } = await assay(["clusters", "--reporter", "json"], { cwd });
    const { runId: _, startedAt: __, ...rest } = JSON.parse(stdout);
    return rest;
  };
  expect(await found(killed)).toEqual(await found(whole));
  const trend = async (cwd: string) => {
    const { stdout } = await assay(["trends", "--reporter", "json"], { cwd });
    const { runs, cases } = JSON.parse(stdout);
    const { passed, failed, metrics } = runs[0];
    return { passed, failed, metrics, cases };
  };
  expect(await trend(killed)).toEqual(await trend(whole));
});
