import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collect } from "../../src/api/collect.ts";
import { score } from "../../src/api/score-saved.ts";
import type { RunEvent } from "../../src/core/run.ts";
import { sqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import {
  aMetricResult,
  anInvocation,
  aRunEnd,
  aRunSet,
  aRunStart,
  caseEvents,
} from "../../src/testing/builders.ts";
import { assay, echoAgent, evalSet, project } from "./assay.ts";

const first = "20261116-025312-4c1e9a";
const second = "20261117-025312-4c1e77";
const third = "20261118-025312-9b0277";
const sets = [aRunSet({ evalSetId: "smoke", caseCount: 2 }), aRunSet({ evalSetId: "comfort" })];
const agent = { name: "home-automation" };

/** A workspace with an interrupted run, one that ended, and one that nobody ended. */
async function workspace(): Promise<string> {
  const cwd = project({});
  const store = sqliteStore(join(cwd, ".assay/assay.db"));
  const events: RunEvent[] = [
    aRunStart({ runId: first, at: "2026-11-16T02:53:12.000Z", sets, agent }),
    ...lights(first),
    aRunEnd({ runId: first, status: "interrupted" }),
    aRunStart({ runId: second, at: "2026-11-17T02:53:12.000Z", sets, agent }),
    ...lights(second),
    ...caseEvents({
      runId: second,
      evalSetId: "smoke",
      evalId: "two_rooms",
      index: 1,
      end: { status: "failed" },
    }),
    ...caseEvents({
      runId: second,
      evalSetId: "comfort",
      evalId: "heat",
      index: 2,
      end: { status: "not-evaluated", metrics: [unmeasured] },
    }),
    aRunEnd({ runId: second }),
    aRunStart({ runId: third, at: "2026-11-18T02:53:12.000Z", sets, agent }),
  ];
  for (const event of events) void store.append(event);
  await store.close();
  return cwd;
}

const unmeasured = aMetricResult({
  name: "response_match_score",
  status: "not-evaluated",
  score: undefined,
  reason: "missing-reference",
  detail: "It needs final_response in turn 1.",
});

function lights(runId: string): readonly RunEvent[] {
  const calls = [{ name: "set_light", args: { room: "bedroom", on: false } }];
  const invocation = anInvocation({ user: "Lights off", answer: "Done.", calls });
  return caseEvents({ runId, evalSetId: "smoke", evalId: "lights", invocations: [invocation] });
}

test("runs are listed from the newest, with their counts and how they ended", async () => {
  const { code, stdout, stderr } = await assay(["runs"], { cwd: await workspace(), env: utc });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "  run    when              agent            eval sets     cases
      9b02   2026-11-18 02:53  home-automation  smoke, comf…  3 not evaluated · unfinished
      4c1e7  2026-11-17 02:53  home-automation  smoke, comf…  1 passed, 1 failed, 1 not evaluated
      4c1e9  2026-11-16 02:53  home-automation  smoke, comf…  1 passed, 2 not evaluated · interrupted
    "
  `);
});

const utc = { TZ: "UTC" };

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
      trajectory 0.50 (needs work) · 1 tool call

      One conversation whole:  assay runs show 4c1e7 --case ID
    "
  `);
});

test("one conversation is shown whole", async () => {
  const { code, stdout } = await assay(["runs", "show", "4c1e7", "--case", "lights"], {
    cwd: await workspace(),
  });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "
      ✓ lights · smoke · passed · 0.01 s

      turn 1
        user    Lights off
        call    set_light(room: "bedroom", on: false)
        answer  Done.

        ✓ tool_trajectory_avg_score  1.00, needs 1.00
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
  [["runs", "export", "--format", "xml"], '--format is "xml"', "json, jsonl, junit, markdown, adk"],
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

test("runs are removed, and only those", async () => {
  const cwd = await workspace();
  const { code } = await assay(["runs", "rm", "9b02", "4c1e9", "--yes"], { cwd });
  expect(code).toBe(0);
  const { stdout } = await assay(["runs", "--json"], { cwd });
  expect(JSON.parse(stdout).map((run: { runId: string }) => run.runId)).toEqual([second]);
});

test("a run that another process writes is not removed, nor any other with it", async () => {
  const cwd = await workspace();
  const store = sqliteStore(join(cwd, ".assay/assay.db"));
  await store.lock(third);
  const refused = await assay(["runs", "rm", "4c1e9", "9b02", "--yes"], { cwd });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("Run 9b02 is running in another process.");
  expect(await store.list()).toHaveLength(3);
  await store.close();
});

test("a damaged event is told, and the rest of its run is shown", async () => {
  const cwd = await workspace();
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(join(cwd, ".assay/assay.db"));
  database.exec("UPDATE events SET body = '{' WHERE type = 'case-end' AND eval_id = 'heat'");
  database.close();
  const { code, stdout, stderr } = await assay(["runs", "show", "4c1e7"], { cwd });
  expect(code).toBe(0);
  const told = stderr.match(/^warning {2}Event \d+ of run 20261117-025312-4c1e77 is damaged/gm);
  expect(told).toHaveLength(1);
  expect(stdout).toContain("1 passed, 1 failed, 1 not evaluated (1 not run), of 3");
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
  expect(readdirSync(folder)).toHaveLength(2);
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

test("a conversation shows its images, and why a metric has no score, whole", async () => {
  const cwd = project({});
  const store = sqliteStore(join(cwd, ".assay/assay.db"));
  const detail = `The judge ${"was asked and asked again and ".repeat(6)}never came to an end.`;
  const metric = aMetricResult({
    name: "safety_v1",
    status: "not-evaluated",
    score: undefined,
    reason: "judge-error",
    detail,
  });
  const data = Buffer.alloc(12_000).toString("base64");
  const userContent = {
    parts: [{ text: "What is it?" }, { inlineData: { mimeType: "image/png", data } }],
  };
  const runId = second;
  for (const event of [
    aRunStart({ runId, sets: [aRunSet({ evalSetId: "smoke", caseCount: 1 })], agent }),
    ...caseEvents({
      runId,
      evalSetId: "smoke",
      evalId: "image",
      index: 0,
      invocations: [anInvocation({ userContent })],
      end: { status: "not-evaluated", metrics: [metric] },
    }),
    aRunEnd({ runId }),
  ])
    void store.append(event);
  await store.close();
  const { stdout } = await assay(["runs", "show", "latest", "--case", "image"], { cwd });
  expect(stdout).toContain("[image/png, 12 kB]");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(`the judge could not be asked ${detail}`);
});

test("a turn without a reference shows no expected answer, a metric without a score says so", async () => {
  const cwd = project({
    "agent.mjs": echoAgent,
    "demo.evalset.json": evalSet({ hi: { user: "4111 1111 1111 1111" } }),
    "rules.json": { criteria: { safety_v1: { threshold: 1, offline: true } } },
  });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--config_file_path", "rules.json"];
  const { stdout, code } = await assay(args, { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("The rule payment_card found something.");
  expect(stdout).not.toContain("(no answer)");
  const shown = await assay(["runs", "show", "latest", "--case", "hi"], { cwd });
  expect(shown.stdout).toContain("· token_usage_v1  no score\n");
});

test("what a program collected is scored by the config beside its set, by the command as by the program", async () => {
  const criteria = { response_match_score: 0.9 };
  const cwd = project({
    "smoke.evalset.json": {
      eval_set_id: "smoke",
      eval_cases: [
        { eval_id: "hi", conversation: [{ user_content: "hi", final_response: "hi there" }] },
      ],
    },
    "test_config.json": { criteria },
  });
  const held = await collect((text: string) => text, "smoke.evalset.json", { cwd });
  const { code, stdout } = await assay(["score", "latest"], { cwd });
  expect(stdout).toContain("response ≥ 0.9");
  expect(code).toBe(1);
  const { status, about } = await score(held.runId, { cwd });
  expect(status).toBe("failed");
  expect(about.sets[0]?.config.metrics).toContainEqual(
    expect.objectContaining({ name: "response_match_score", threshold: 0.9 }),
  );
});

test("a file that is not there is told as a file, and anything else as a run", async () => {
  const cwd = project({});
  const file = await assay(["score", "gone.jsonl"], { cwd });
  expect(file.code).toBe(2);
  expect(file.stderr).toContain("There is no file gone.jsonl");
  const run = await assay(["score", "abc123"], { cwd });
  expect(run.code).toBe(2);
  expect(run.stderr).not.toContain("file");
});
