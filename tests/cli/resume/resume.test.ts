import type { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunEvent } from "../../../src/core/run.ts";
import { loopbackModels, type ModelScript } from "../../../src/testing/index.ts";
import { answerShown, judgeByRule } from "../../judge-by-rule.ts";
import { assay, evalSet, project } from "../assay.ts";
import { journaled } from "../journaled.ts";
import { report } from "../report.ts";
import { storeOf } from "../store-of.ts";
import { called, calls, cases, gatedEcho, slowEcho, threeTurns } from "./counted-echo.ts";

test("a resume beside the process that is working on the run is refused and calls nobody", async () => {
  const cwd = project({ "agent.mjs": gatedEcho, "demo.evalset.json": evalSet(cases(12)) });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "-j", "2"];
  const running = assay([...args, "--reporter", "json=report.json"], { cwd });
  await called(cwd, 2);
  const beside = await Promise.all([1, 2].map(() => assay(["eval", "--resume"], { cwd })));
  for (const { code, stderr } of beside) {
    expect(code, stderr).toBe(2);
    expect(stderr).toContain("Another process is working on run");
  }
  writeFileSync(join(cwd, "go"), "");
  expect((await running).code).toBe(0);
  expect(report(cwd).totals).toMatchObject({ cases: 12, passed: 12, notEvaluated: 0 });
  expect(calls(cwd).sort()).toEqual(
    Object.values(cases(12))
      .map(({ user }) => user)
      .sort(),
  );
});

test("of many resumes at once one goes on, and nothing is called or counted twice", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(12)) });
  const first = await new Promise<ReturnType<typeof spawn>>((started) => {
    void assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], { cwd, onSpawn: started });
  });
  await called(cwd, 4);
  const killed = new Promise((done) => first.once("close", done));
  first.kill("SIGKILL");
  await killed;
  const finished = new Set(await finishedTurns(cwd));
  const before = calls(cwd).length;
  const resume = (name: string) => ["eval", "--resume", "--reporter", `json=${name}.json`];
  const all = await Promise.all(["a", "b", "c"].map((name) => assay(resume(name), { cwd })));
  expect(all.map(({ code }) => code)).toContain(0);
  for (const { code, stderr } of all) if (code !== 0) expect(stderr).toContain("Another process");
  const last = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(last.stderr).toContain("nothing was left to run");
  expect(report(cwd).totals).toMatchObject({ cases: 12, passed: 12, notEvaluated: 0 });
  const later = calls(cwd).slice(before);
  expect(later.filter((call) => finished.has(call))).toEqual([]);
  expect(later).toHaveLength(new Set(later).size);
});

test("a run whose process stands still is not taken from it", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(6)) });
  let child: ReturnType<typeof spawn> | undefined;
  const running = assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], {
    cwd,
    onSpawn: (spawned) => {
      child = spawned;
    },
  });
  await called(cwd, 2);
  child?.kill("SIGSTOP");
  const beside = await assay(["eval", "--resume"], { cwd });
  const removal = await assay(["runs", "rm", "latest", "--yes"], { cwd });
  child?.kill("SIGCONT");
  expect(beside.code).toBe(2);
  expect(removal.code).toBe(2);
  expect(removal.stderr).toContain("is running in another process");
  expect((await running).code).toBe(0);
  expect(calls(cwd)).toHaveLength(6);
});

async function judgeServer(script: ModelScript) {
  const models = await loopbackModels(script);
  onTestFinished(() => models.close());
  return { ...models, env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` } };
}

const judged = {
  criteria: {
    final_response_match_v2: {
      threshold: 0.5,
      judge_model_options: { judge_model: "openai-compatible/judge", num_samples: 1 },
    },
  },
};

test("Ctrl-C while a case is judged leaves it open, and a resume asks only what was not answered", async () => {
  let hangs = true;
  const asked: string[] = [];
  const slow = await judgeServer((request) => {
    const reply = judgeByRule(request, (shown) => {
      asked.push(answerShown(shown));
      // the first turn of a case is judged wrong, so that a verdict of the turns so far would be a failure
      return !answerShown(shown).endsWith("0");
    });
    return hangs && asked.length > 2 ? { hangs: true } : reply;
  });
  const cwd = project({
    "agent.mjs": slowEcho,
    "demo.evalset.json": threeTurns,
    "judged.json": judged,
  });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--config", "judged.json"];
  let child: ReturnType<typeof spawn> | undefined;
  let warned = "";
  const running = assay(args, {
    cwd,
    env: slow.env,
    onSpawn: (spawned) => {
      child = spawned;
      spawned.stderr?.on("data", (chunk) => {
        warned += chunk;
      });
    },
  });
  await journaled(cwd, 2);
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  child?.kill("SIGINT");
  // two signals that come at once are one
  await expect.poll(() => warned).toContain("Stopping");
  child?.kill("SIGINT");
  const stopped = await running;
  expect(stopped.code, stopped.stdout + stopped.stderr).toBe(130);
  hangs = false;
  const before = asked.length;
  const held = calls(cwd).length;
  const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], {
    cwd,
    env: slow.env,
  });
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(report(cwd).totals).toMatchObject({ cases: 2, passed: 2 });
  for (const each of report(cwd).cases) {
    expect(each.metrics[0]).toMatchObject({ score: 2 / 3, status: "passed" });
  }
  expect(calls(cwd)).toHaveLength(held);
  // two were answered and journaled; of those that hung, the rest was never answered
  expect(asked.length - before).toBe(6 - 2);
});

test("scoring that was killed goes on: what was judged is not asked again", async () => {
  const asked: string[] = [];
  let perReply = 40;
  const judge = await judgeServer(async (request) => {
    const reply = judgeByRule(request, (shown) => {
      // only what is asked about a case; a first word to see whether the judge is there is none
      if (answerShown(shown) !== "") asked.push(answerShown(shown));
      return true;
    });
    await new Promise((done) => setTimeout(done, perReply));
    return reply;
  });
  const cwd = project({
    "agent.mjs": slowEcho,
    "demo.evalset.json": evalSet(cases(30)),
    "judged.json": judged,
  });
  expect((await assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "30"], { cwd })).code).toBe(
    0,
  );
  let child: ReturnType<typeof spawn> | undefined;
  const scoring = assay(["score", "latest", "--config", "judged.json"], {
    cwd,
    env: judge.env,
    onSpawn: (spawned) => {
      child = spawned;
    },
  });
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(8);
  child?.kill("SIGKILL");
  await scoring;
  perReply = 0;
  const journaled = (await judgedCases(cwd)).length;
  const before = asked.length;
  const resumed = await assay(["score", "--resume", "--reporter", "json=report.json"], {
    cwd,
    env: judge.env,
  });
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(asked.length - before).toBe(30 - journaled);
  expect(report(cwd)).toMatchObject({
    run: { kind: "score" },
    totals: { cases: 30, passed: 30 },
  });
  expect((await judgedCases(cwd)).sort()).toEqual(Object.keys(cases(30)).sort());
  const again = await assay(["score", "--resume"], { cwd, env: judge.env });
  expect(again.stderr).toContain("nothing was left to run");
  // half a score run is never what is scored
  const latest = await assay(["score", "latest", "--reporter", "json=report.json"], { cwd });
  expect(latest.code).toBe(0);
  expect(report(cwd).run.scoredRun).not.toBe(report(cwd).run.id);
});

/** What users said in the turns that the journal has. */
async function finishedTurns(cwd: string): Promise<readonly string[]> {
  const events = await eventsIn(cwd);
  return events.flatMap((event) =>
    event.type === "turn-end" ? [event.invocation.userContent.parts?.[0]?.text ?? ""] : [],
  );
}

/** Cases that the journal has a judge's reply about. */
async function judgedCases(cwd: string): Promise<string[]> {
  const events = await eventsIn(cwd);
  return events.flatMap((event) =>
    event.type === "call-end" && /^c\d/.test(event.evalId) ? [event.evalId] : [],
  );
}

async function eventsIn(cwd: string): Promise<readonly RunEvent[]> {
  const store = await storeOf(cwd);
  const runs = await store.list();
  const events = await Promise.all(
    runs.map(({ runId }) => Array.fromAsync(store.caseEvents(runId))),
  );
  await store.close();
  return events.flat();
}
