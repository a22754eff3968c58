import type { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { loopbackModels, type ModelScript } from "../../src/testing/index.ts";
import { answerShown, judgeByRule } from "../judge-by-rule.ts";
import { assay, evalSet, project } from "./assay.ts";

const slowEcho = `
import { appendFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  await new Promise((done) => setTimeout(done, 100));
  return text;
}`;

/** Answers its first case at once and the others when there is a file called go. */
const gatedEcho = `
import { appendFileSync, existsSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  while (text !== "u0" && !existsSync("go")) await new Promise((done) => setTimeout(done, 20));
  return text;
}`;

function cases(count: number, answer = (index: number) => `u${index}`) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `c${index}`,
      { user: `u${index}`, answer: answer(index) },
    ]),
  );
}

const report = (cwd: string) => JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
/** Without the line breaks that a narrow terminal makes. */
const said = (stderr: string) => stderr.replaceAll(/\s+/g, " ");
const calls = (cwd: string) => {
  const path = join(cwd, "calls.log");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
};

/** Resolves once the agent has been called so often. */
async function called(cwd: string, times: number): Promise<void> {
  await expect.poll(() => calls(cwd).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(times);
}

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
  const finished = new Set(finishedTurns(cwd));
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

test("a run whose database is deleted under it ends with the next event, and says so", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(60)) });
  const running = assay(["eval", "agent.mjs", "demo.evalset.json", "-j", "1"], { cwd });
  await called(cwd, 2);
  rmSync(join(cwd, ".assay"), { recursive: true });
  const { code, stderr } = await running;
  expect(code, stderr).toBe(2);
  expect(said(stderr)).toContain("was removed or replaced during the run");
  expect(calls(cwd).length).toBeLessThan(20);
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

/** Each of the cases has three turns, which a judge is asked about one by one. */
const threeTurns = {
  eval_set_id: "demo",
  eval_cases: ["a", "b"].map((id) => ({
    eval_id: id,
    conversation: [0, 1, 2].map((turn) => ({
      user_content: `${id} ${turn}`,
      final_response: `${id} ${turn}`,
    })),
  })),
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
  const running = assay(args, {
    cwd,
    env: slow.env,
    onSpawn: (spawned) => {
      child = spawned;
    },
  });
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(2);
  child?.kill("SIGINT");
  await new Promise((done) => setTimeout(done, 200));
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
  const journaled = judgedCases(cwd).length;
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
  expect(judgedCases(cwd).sort()).toEqual(Object.keys(cases(30)).sort());
  const again = await assay(["score", "--resume"], { cwd, env: judge.env });
  expect(again.stderr).toContain("nothing was left to run");
  // half a score run is never what is scored
  const latest = await assay(["score", "latest", "--reporter", "json=report.json"], { cwd });
  expect(latest.code).toBe(0);
  expect(report(cwd).run.scoredRun).not.toBe(report(cwd).run.id);
});

/** What users said in the turns that the journal has. */
function finishedTurns(cwd: string): readonly string[] {
  const database = new DatabaseSync(join(cwd, ".assay", "assay.db"));
  try {
    const rows = database.prepare("SELECT body FROM events WHERE type = 'turn-end'").all();
    return rows.map(({ body }) => JSON.parse(String(body)).invocation.userContent.parts[0].text);
  } finally {
    database.close();
  }
}

/** Cases that the journal has a judge's reply about. */
function judgedCases(cwd: string): string[] {
  const database = new DatabaseSync(join(cwd, ".assay", "assay.db"));
  try {
    const sql = "SELECT eval_id FROM events WHERE type = 'call-end' AND eval_id GLOB 'c[0-9]*'";
    return database
      .prepare(sql)
      .all()
      .map((row) => String(row.eval_id));
  } finally {
    database.close();
  }
}

test("a file that an export wrote is scored, and what is no file is a run", async () => {
  const cwd = project({
    "agent.mjs": slowEcho,
    "demo.evalset.json": evalSet({
      c0: { user: "u0", answer: "u0", assay: { thresholds: { response_match_score: 0.2 } } },
    }),
    "newer.evalset.json": evalSet({ c0: { user: "u0", answer: "something else" } }),
    "strict.json": { criteria: { response_match_score: 0.9 } },
    "nothing.jsonl": '{"type":"run"}\n',
  });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const file = ["runs", "export", "latest", "--format", "jsonl", "--output", "held.jsonl"];
  expect((await assay(file, { cwd })).code).toBe(0);
  const score = (...args: string[]) =>
    assay(["score", ...args, "--reporter", "json=report.json"], { cwd });
  expect((await score("held.jsonl", "--config", "strict.json")).code).toBe(0);
  expect(report(cwd).cases[0].metrics[0]).toMatchObject({ threshold: 0.2, score: 1 });
  expect((await score("held.jsonl", "--eval_set", "newer.evalset.json")).code).toBe(1);
  const none = await score("nothing.jsonl");
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("is no saved run");
  expect((await score("held.json")).stderr).toContain("There is no file held.json");
});

test("newer references are those of the case's own set, and of no other", async () => {
  const set = (id: string, answer: string) => evalSet({ same: { user: "u", answer } }, id);
  const cwd = project({
    "agent.mjs": slowEcho,
    "a.evalset.json": set("a", "u"),
    "b.evalset.json": set("b", "u"),
    "newer-a.json": set("a", "other words"),
    "c.json": set("c", "u"),
  });
  await assay(["eval", "agent.mjs", "a.evalset.json", "b.evalset.json"], { cwd });
  const args = ["score", "latest", "--eval_set", "newer-a.json", "--reporter", "json=report.json"];
  expect((await assay(args, { cwd })).code).toBe(1);
  const statuses = report(cwd).cases.map((each: { evalSetId: string; status: string }) => [
    each.evalSetId,
    each.status,
  ]);
  expect(statuses).toEqual([
    ["a", "failed"],
    ["b", "passed"],
  ]);
  const refused = await assay(["score", "latest", "--eval_set", "c.json"], { cwd });
  expect(refused.code).toBe(2);
  expect(said(refused.stderr)).toContain(
    'has the eval_set_id "c", and the run has no set of that id',
  );
});

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
  expect(alone.stderr).toMatch(/Everything passed in run \w+ \(two, /);

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

test("a stored turn with a flipped bit is told, and its case is run again from there", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": threeTurns });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const database = new DatabaseSync(join(cwd, ".assay", "assay.db"));
  database.exec(`UPDATE events SET body = replace(body, 'b 1', 'b 9')
    WHERE type = 'turn-end' AND eval_id = 'b' AND body LIKE '%"turn":1,%'`);
  database.close();
  rmSync(join(cwd, "calls.log"));
  const shown = await assay(["runs", "show", "latest"], { cwd });
  expect(shown.stdout).toContain("1 not evaluated");
  const resumed = await assay(["eval", "--resume", "--reporter", "json=report.json"], { cwd });
  expect(resumed.code, resumed.stdout + resumed.stderr).toBe(0);
  expect(resumed.stderr).toMatch(
    /Event \d+ of run .* is damaged and was left out: its turn-end of b\./,
  );
  expect(resumed.stderr).toContain("The record of b is damaged, so it is run again");
  expect(calls(cwd)).toEqual(["b 1", "b 2"]);
  expect(report(cwd).totals).toMatchObject({ cases: 2, passed: 2 });
});

test("a run whose beginning is damaged is told in a sentence", async () => {
  const cwd = project({ "agent.mjs": slowEcho, "demo.evalset.json": evalSet(cases(1)) });
  await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd });
  const database = new DatabaseSync(join(cwd, ".assay", "assay.db"));
  database.exec("UPDATE events SET checksum = 1 WHERE type = 'run-start'");
  database.close();
  const { code, stderr } = await assay(["eval", "--resume"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/The beginning of run .* is damaged\./);
});
