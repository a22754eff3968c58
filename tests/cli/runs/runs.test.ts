import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "../assay.ts";
import { storeOf } from "../store-of.ts";
import { second, third, utc, workspace } from "./workspace.ts";

test("runs are listed from the newest, with their counts and how they ended", async () => {
  const { code, stdout, stderr } = await assay(["runs"], { cwd: await workspace(), env: utc });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "  run    when              agent            eval sets       cases
      9b02   2026-11-18 02:53  home-automation  smoke, comfort  3 not evaluated · unfinished
      4c1e7  2026-11-17 02:53  home-automation  smoke, comfort  1 passed, 1 failed, 1 not evaluated
      4c1e9  2026-11-16 02:53  home-automation  smoke, comfort  1 passed, 2 not evaluated · interrupted
    "
  `);
});

test("runs are listed for scripts", async () => {
  const { stdout } = await assay(["runs", "--json", "--limit", "1"], { cwd: await workspace() });
  expect(JSON.parse(stdout)).toEqual([
    {
      runId: third,
      shortId: "9b02",
      kind: "eval",
      startedAt: "2026-11-18T02:53:12.000Z",
      endedAt: null,
      state: "unfinished",
      agent: "home-automation",
      sets: ["smoke", "comfort"],
      metrics: ["tool_trajectory_avg_score"],
      trials: 1,
      totals: { cases: 3, passed: 0, failed: 0, notEvaluated: 3, notRun: 3 },
    },
  ]);
});

test("where nothing was run, that is said and no folder is made", async () => {
  const cwd = project({});
  const { code, stdout } = await assay(["runs"], { cwd });
  expect(stdout).toBe("  There are no runs here yet. Make one with:  assay eval AGENT\n");
  expect(code).toBe(0);
  expect(await assay(["runs", "show"], { cwd })).toMatchObject({ code: 2 });
  expect(existsSync(join(cwd, ".assay"))).toBe(false);
});

test("a run is shown with its cases and reasons", async () => {
  const { code, stdout } = await assay(["runs", "show", "4c1e7"], {
    cwd: await workspace(),
    env: utc,
  });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "
      home-automation · 2 eval sets · 3 cases · trajectory ≥ 1
      run 20261117-025312-4c1e77 · 2026-11-17 02:53 · ended

      smoke
        ✓ lights                                                          0.01 s
        ✗ two_rooms                  trajectory 0.00, needs 1.00          0.01 s
      comfort
        – heat                       no reference answer to compare with  0.01 s

      ✗ two_rooms, turn 1 of 1
        user   hello
        why    trajectory 0.00, needs 1.00.

      – heat
        why    It needs final_response in turn 1.

      1 passed, 1 failed, 1 not evaluated, of 3      50 % of 2 (9 to 91 %)
      1 of 2 was not the agent's doing: the eval set.
      trajectory 0.50 (needs work) · 1 tool call

      One conversation whole:  assay runs show 4c1e7 --case ID
    "
  `);
});

test.each([
  [["runs", "show", "4c1e"], '"4c1e" could be 2 runs.', "Write more of the id: 4c1e7, 4c1e9."],
  [["runs", "show", "9b03"], 'There is no run "9b03".', "Did you mean 9b02?"],
  [
    ["runs", "show", "4c1e7", "--case", "light"],
    'no finished case "light"',
    "Did you mean lights?",
  ],
  [
    ["runs", "export", "--format", "xml"],
    '--format is "xml"',
    "json, jsonl, junit, markdown, html",
  ],
  [["runs", "rm", "9b02"], "Removing runs needs a yes", "Add --yes."],
  [["runs", "--limit", "some"], "--limit takes a whole number", "--limit 50"],
  [["runs", "rm"], "RUN", ""],
])("%j is answered with what to do", async (args, message, hint) => {
  const { code, stdout, stderr } = await assay(args, { cwd: await workspace() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(stderr).not.toContain("    at ");
});

test.each([
  ["report.xml", /^<\?xml/],
  ["report.md", /^#/],
  ["report.jsonl", /^\{"type":"run"/],
  ["report.html", /^<!doctype html>/],
  ["report.txt", /^\{"schemaVersion"/],
])("%s is written in the format that its ending means", async (file, begins) => {
  const cwd = await workspace();
  const { code } = await assay(["runs", "export", "4c1e7", "--output", file], { cwd });
  expect(code).toBe(0);
  expect(readFileSync(join(cwd, file), "utf8")).toMatch(begins);
});

test("runs are removed, and only those", async () => {
  const cwd = await workspace();
  const { code } = await assay(["runs", "rm", "9b02", "4c1e9", "--yes"], { cwd });
  expect(code).toBe(0);
  const { stdout } = await assay(["runs", "--json"], { cwd });
  expect(JSON.parse(stdout).map((run: { runId: string }) => run.runId)).toEqual([second]);
});

test("a run that another process writes is not removed, nor any other with it", async () => {
  const cwd = await workspace();
  const store = await storeOf(cwd);
  await store.lock(third);
  const refused = await assay(["runs", "rm", "4c1e9", "9b02", "--yes"], { cwd });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("Run 9b02 is running in another process.");
  expect(await store.list()).toHaveLength(3);
  await store.close();
});

test("the report of a run can be written again, equal to the one it wrote itself", async () => {
  const set = evalSet({
    right: { user: "hello there", answer: "hello there" },
    wrong: { user: "hello there", answer: "good bye", calls: [{ name: "wave", args: {} }] },
  });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  for (const format of ["json", "jsonl", "junit", "markdown"]) {
    const evaluated = ["eval", "agent.mjs", "demo.evalset.json", "-r", `${format}=then.${format}`];
    expect((await assay(evaluated, { cwd })).code).toBe(1);
    const exported = ["runs", "export", "--format", format, "--output", `now.${format}`];
    expect((await assay(exported, { cwd })).code).toBe(0);
    const read = (name: string) => readFileSync(join(cwd, `${name}.${format}`), "utf8");
    expect(read("now")).toBe(read("then"));
  }
});

test("a run is exported for ADK's own tools", async () => {
  const cwd = await workspace();
  const { code, stdout } = await assay(["runs", "export", "4c1e7", "-f", "adk", "-o", "adk"], {
    cwd,
  });
  expect(code).toBe(0);
  const folder = join(cwd, "adk/.adk/eval_history");
  expect(readdirSync(folder)).toHaveLength(3);
  expect(readdirSync(folder)).toContain(".gitignore");
  expect(stdout.trim().split("\n")).toHaveLength(2);
});

test("a run that runs is running, and one that was killed is unfinished", async () => {
  const cwd = project({
    "agent.mjs": echoAgent,
    "demo.evalset.json": evalSet({
      a: { user: "a", answer: "a" },
      b: { user: "hang", answer: "x" },
    }),
  });
  let child: ChildProcess | undefined;
  const running = assay(["eval", "agent.mjs", "demo.evalset.json"], {
    cwd,
    onSpawn: (spawned) => {
      child = spawned;
    },
  });
  const states = async () => {
    const { stdout } = await assay(["runs", "--json"], { cwd });
    return JSON.parse(stdout || "[]").map(({ state }: { state: string }) => state);
  };
  await expect.poll(states, { timeout: 20_000, interval: 200 }).toEqual(["running"]);
  expect((await assay(["runs"], { cwd })).stdout).toContain("to go · running");
  expect((await assay(["runs", "show"], { cwd })).stdout).toContain("· running");
  child?.kill("SIGKILL");
  await running;
  expect(await states()).toEqual(["unfinished"]);
});

test("a file that is not there is reported as a file, and anything else as a run", async () => {
  const cwd = project({});
  const file = await assay(["score", "gone.jsonl"], { cwd });
  expect(file.code).toBe(2);
  expect(file.stderr).toContain("There is no file gone.jsonl");
  const run = await assay(["score", "abc123"], { cwd });
  expect(run.code).toBe(2);
  expect(run.stderr).not.toContain("file");
});
