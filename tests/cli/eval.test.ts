import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, echoAgent, evalSet, project } from "./assay.ts";
import { report } from "./report.ts";

const passing = evalSet({ hello: { user: "hello there", answer: "hello there" } });

test("a passing set exits with 0 and says so", async () => {
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": passing });
  const { code, stdout, stderr } = await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  expect(stderr).toBe("");
  expect(stdout).toContain("1 passed");
  expect(code).toBe(0);
});

test("one failing case exits with 1, and the reports reconcile", async () => {
  const set = evalSet({
    right: { user: "hello there", answer: "hello there" },
    wrong: { user: "hello there", answer: "good bye", calls: [{ name: "wave", args: {} }] },
    unknown: { user: "hello there" },
  });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const { code } = await assay(
    ["eval", "agent.mjs", "demo.evalset.json", "--reporter", "json=report.json"],
    { cwd },
  );
  expect(code).toBe(1);
  const { totals, cases, run, schemaVersion } = report(cwd);
  expect(schemaVersion).toBe(1);
  expect(run).toMatchObject({ status: "failed", exitCode: 1 });
  expect(totals).toMatchObject({ cases: 3, passed: 1, failed: 1, notEvaluated: 1 });
  expect(
    cases.map((each: { evalId: string; status: string }) => [each.evalId, each.status]),
  ).toEqual([
    ["right", "passed"],
    ["wrong", "failed"],
    ["unknown", "not-evaluated"],
  ]);
  const [trajectory] = cases[1].metrics;
  expect(trajectory).toMatchObject({
    name: "tool_trajectory_avg_score",
    score: 0,
    threshold: 1,
    status: "failed",
  });
  const response = cases[2].metrics.find(
    (each: { name: string }) => each.name === "response_match_score",
  );
  expect(response).toMatchObject({ status: "not-evaluated", reason: "missing-reference" });
});

test("what could not be evaluated exits with 3", async () => {
  const cwd = project({
    "agent.mjs": echoAgent,
    "demo.evalset.json": evalSet({ a: { user: "hi" } }),
  });
  const { code, stdout } = await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  expect(code).toBe(3);
  expect(stdout).toContain("not evaluated");
});

test("an agent that throws, hangs or answers nothing fails its case alone", async () => {
  const set = evalSet({
    fine: { user: "fine", answer: "fine" },
    throws: { user: "throw", answer: "x" },
    hangs: { user: "hang", answer: "x" },
    silent: { user: "nothing", answer: "x" },
  });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const args = [
    "eval",
    "agent.mjs",
    "demo.evalset.json",
    "--timeout",
    "0.5",
    "--reporter",
    "json=report.json",
  ];
  const { code, stdout, stderr } = await assay(args, { cwd });
  expect(code).toBe(1);
  const byId = Object.fromEntries(
    report(cwd).cases.map((each: { evalId: string }) => [each.evalId, each]),
  );
  expect(byId.fine).toMatchObject({ status: "passed" });
  expect(byId.throws).toMatchObject({ status: "failed", reason: "agent-error" });
  expect(byId.throws.detail).toContain("the model is down");
  expect(byId.hangs).toMatchObject({ status: "failed", reason: "timeout" });
  expect(byId.hangs.detail).toContain("500 ms");
  expect(byId.silent).toMatchObject({ status: "failed", reason: "agent-error" });
  expect(`${stdout}${stderr}`).not.toMatch(/\n\s+at .*\(/);
});

test("what an agent prints stays with its case", async () => {
  const set = evalSet({ loud: { user: "print", answer: "something else" } });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const { stdout } = await assay(["eval", "agent.mjs", "demo.evalset.json", "--reporter", "json"], {
    cwd,
  });
  const { cases } = JSON.parse(stdout);
  expect(cases[0].output).toBe("a secret thought\n");
});

test("repeats are pooled, and totals count cases", async () => {
  const agent = `let calls = 0; export function rootAgent(text) { calls += 1; return calls % 2 === 0 ? "no" : text; }`;
  const cwd = project({
    "agent.mjs": agent,
    "demo.evalset.json": passing,
    "test_config.json": { criteria: { response_match_score: 0.5 } },
  });
  const args = [
    "eval",
    "agent.mjs",
    "demo.evalset.json",
    "--num_runs",
    "4",
    "-j",
    "1",
    "--reporter",
    "json=report.json",
  ];
  const { code, stdout } = await assay(args, { cwd });
  const { totals, cases } = report(cwd);
  expect(cases).toHaveLength(4);
  expect(totals).toMatchObject({ cases: 1, passed: 1, failed: 0, notEvaluated: 0, flaky: 1 });
  expect(code).toBe(0);
  expect(stdout).toContain("flaky");
  const strict = await assay([...args, "--require", "all"], { cwd });
  expect(strict.code).toBe(1);
});

test("cases are picked by selector, by id and by tag", async () => {
  const set = evalSet({
    a: { user: "a", answer: "a", assay: { tags: ["quick"] } },
    b: { user: "b", answer: "b" },
    c: { user: "c", answer: "c", assay: { tags: ["quick", "slow"] } },
  });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const ids = async (...args: string[]) => {
    await assay(["eval", "agent.mjs", ...args, "--reporter", "json=report.json"], { cwd });
    return report(cwd).cases.map((each: { evalId: string }) => each.evalId);
  };
  expect(await ids("demo.evalset.json:a,c")).toEqual(["a", "c"]);
  expect(await ids("demo.evalset.json", "--case", "b")).toEqual(["b"]);
  expect(await ids("demo.evalset.json", "--tag", "quick")).toEqual(["a", "c"]);
});

test("with --fail-fast nothing new begins after a failure", async () => {
  const set = evalSet({
    a: { user: "a", answer: "wrong" },
    b: { user: "b", answer: "b" },
    c: { user: "c", answer: "c" },
  });
  const cwd = project({ "agent.mjs": echoAgent, "demo.evalset.json": set });
  const args = [
    "eval",
    "agent.mjs",
    "demo.evalset.json",
    "--fail-fast",
    "-j",
    "1",
    "--reporter",
    "json=report.json",
  ];
  const { code } = await assay(args, { cwd });
  expect(code).toBe(1);
  expect(report(cwd).totals).toMatchObject({ cases: 3, failed: 1, passed: 0, notEvaluated: 2 });
});

test("results are kept as ADK keeps them when they are asked for, and go with their run", async () => {
  const cwd = project({ "my_agent/agent.mjs": echoAgent, "my_agent/demo.evalset.json": passing });
  await assay(["eval", "my_agent"], { cwd });
  expect(existsSync(join(cwd, "my_agent", ".adk"))).toBe(false);
  await assay(["eval", "my_agent", "--adk_results"], { cwd });
  const history = join(cwd, "my_agent", ".adk", "eval_history");
  const [ignored, file = ""] = readdirSync(history).sort();
  expect(ignored).toBe(".gitignore");
  expect(file).toMatch(/^my_agent_demo_\d+\.\d+\.evalset_result\.json$/);
  const result = JSON.parse(readFileSync(join(history, file), "utf8"));
  expect(result).toMatchObject({
    eval_set_id: "demo",
    eval_case_results: [{ eval_id: "hello", final_eval_status: 1 }],
  });
  const removed = await assay(["runs", "rm", "latest", "--yes"], { cwd });
  expect(removed.stdout).toContain("with its file in .adk/eval_history");
  expect(readdirSync(history)).toEqual([".gitignore"]);
});

test("results that are exported for ADK are ignored by git as those of a run", async () => {
  const cwd = project({ "my_agent/agent.mjs": echoAgent, "my_agent/demo.evalset.json": passing });
  await assay(["eval", "my_agent"], { cwd });
  await assay(["runs", "export", "latest", "--format", "adk"], { cwd });
  const history = join(cwd, "my_agent", ".adk", "eval_history");
  expect(readFileSync(join(history, ".gitignore"), "utf8")).toBe("*\n");
});

test("a saved run is scored again without the agent", async () => {
  const cwd = project({
    "agent.mjs": `import { appendFileSync } from "node:fs"; export function rootAgent(text) { appendFileSync("calls", "x"); return text + " indeed"; }`,
    "demo.evalset.json": passing,
    "strict.json": { criteria: { response_match_score: 1 } },
  });
  expect((await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd })).code).toBe(0);
  const { code } = await assay(
    ["score", "latest", "--config_file_path", "strict.json", "--reporter", "json=report.json"],
    { cwd },
  );
  expect(code).toBe(1);
  expect(readFileSync(join(cwd, "calls"), "utf8")).toBe("x");
  const metric = report(cwd).cases[0].metrics[0];
  expect(metric).toMatchObject({ name: "response_match_score", threshold: 1, status: "failed" });
});

test("a resume of a run that had ended reports it again and calls nobody", async () => {
  const cwd = project({
    "agent.mjs": `import { appendFileSync } from "node:fs"; export function rootAgent(text) { appendFileSync("calls", "x"); return text; }`,
    "demo.evalset.json": passing,
  });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const again = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(again.code).toBe(0);
  expect(again.stderr).toContain("nothing was left to run");
  expect(report(cwd).totals).toMatchObject({ cases: 1, passed: 1 });
  expect(readFileSync(join(cwd, "calls"), "utf8")).toBe("x");
});

test("an initial session gives every case its user and state, under what the case says", async () => {
  const agent = `export function rootAgent(text, { state, user }) { return user + " " + state.city + " " + state.day; }`;
  const set = {
    eval_set_id: "demo",
    eval_cases: [
      {
        eval_id: "plain",
        conversation: [{ user_content: "x", final_response: "ada Lyon monday" }],
      },
      {
        eval_id: "own",
        conversation: [{ user_content: "x", final_response: "bo Oslo monday" }],
        session_input: { app_name: "demo", user_id: "bo", state: { city: "Oslo" } },
      },
    ],
  };
  const state = { city: "Lyon", day: "monday" };
  // as ADK saves a session
  const session = { id: "s", appName: "x", userId: "ada", state, events: [], lastUpdateTime: 1.5 };
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set, "session.json": session });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--initial_session_file", "session.json"];
  expect((await assay(args, { cwd })).code).toBe(0);
});

test("a config may be code, and hold the judge itself", async () => {
  const config = `
    export default {
      criteria: { final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } } },
      judgeModel: function strictJudge(request) {
        const nonce = /[0-9a-f]{32}/.exec(JSON.stringify(request))?.[0];
        return "not the form that was asked for, " + nonce;
      },
    };`;
  const cwd = project({
    "agent.mjs": echoAgent,
    "demo.evalset.json": passing,
    "judged.config.mjs": config,
  });
  const args = [
    "eval",
    "agent.mjs",
    "demo.evalset.json",
    "--config_file_path",
    "judged.config.mjs",
  ];
  const { code, stderr } = await assay([...args, "--reporter", "json=report.json"], { cwd });
  expect(stderr).toContain("strictJudge will be asked about 1 time to judge");
  expect(code).toBe(3);
  expect(report(cwd).cases[0].metrics[0]).toMatchObject({
    name: "final_response_match_v2",
    status: "not-evaluated",
  });
});

test("an agent that never lets go of the process has failed, and the run ends on record", async () => {
  const agent = `export const rootAgent = (text) => { if (text === "spin") for (;;); return text; };`;
  const set = evalSet({ spins: { user: "spin", answer: "x" } });
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--timeout", "0.5"];
  const { code, stderr } = await assay(args, { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain("spins: The agent computed for 6 s without a pause");
  expect((await assay(["runs"], { cwd })).stdout).toContain("1 failed");
});
