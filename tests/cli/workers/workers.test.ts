import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { assay, evalSet, project } from "../assay.ts";
import { startWorker } from "./team.ts";

/** Notes every message that it hears in a file, and takes its time. */
const slowAgent = (milliseconds: number) => `
import { appendFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync(process.env.HEARD ?? "/dev/null", text + "\\n");
  await new Promise((resolve) => setTimeout(resolve, ${milliseconds}));
  return text;
}`;

const cases = (count: number) =>
  evalSet(
    Object.fromEntries(
      Array.from({ length: count }, (_, place) => [
        `case-${place}`,
        { user: `hello ${place}`, answer: place % 5 === 4 ? "good bye" : `hello ${place}` },
      ]),
    ),
  );

/** What a report says apart from when, where and how long. */
function verdicts(path: string): unknown {
  const { totals, cases: all, run } = JSON.parse(readFileSync(path, "utf8"));
  return {
    totals,
    run: { status: run.status, exitCode: run.exitCode },
    cases: all.map(({ evalId, status, metrics }: Record<string, unknown>) => ({
      evalId,
      status,
      metrics: (metrics as { status: string }[]).filter((each) => each.status !== "informational"),
    })),
  };
}

test("two workers run what eval would, with the same report and exit code", async () => {
  const cwd = project({ "agent.mjs": slowAgent(20), "demo.evalset.json": cases(20) });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store };
  startWorker(cwd, { store });
  startWorker(cwd, { store });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--num_runs", "2"];
  const there = await assay([...args, "--workers", "--reporter", "json=there.json"], { cwd, env });
  const here = await assay([...args, "--reporter", "json=here.json"], { cwd, env });
  expect(there.stderr).toBe("");
  expect(there.code).toBe(1);
  expect(here.code).toBe(1);
  expect(verdicts(join(cwd, "there.json"))).toEqual(verdicts(join(cwd, "here.json")));
});

test("a run without a database of a team, or one that ends when decided, is refused in a sentence", async () => {
  const cwd = project({ "agent.mjs": slowAgent(0), "demo.evalset.json": cases(1) });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--workers"];
  const file = await assay(args, { cwd });
  expect(file).toMatchObject({ code: 2 });
  expect(file.stderr).toContain("--workers needs a PostgreSQL database");
  const env = { ASSAY_STORE: "postgres://nobody@127.0.0.1:1/none" };
  const decided = await assay([...args, "--decide"], { cwd, env });
  expect(decided).toMatchObject({ code: 2 });
  expect(decided.stderr).toContain("workers end them in any order");
});

test("a run that is left goes on with its workers, and is watched again to the same end", async () => {
  const cwd = project({ "agent.mjs": slowAgent(300), "demo.evalset.json": cases(50) });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store };
  const worker = startWorker(cwd, { store, concurrency: 2 });
  const left = await assay(["eval", "agent.mjs", "demo.evalset.json", "--workers"], {
    cwd,
    env,
    onSpawn: (child) => {
      child.stdout?.once("data", () => child.kill("SIGINT"));
    },
  });
  expect(left.code).toBe(130);
  expect(left.stderr).toContain("goes on without this window");
  const watched = await assay(["runs", "watch", "latest", "--reporter", "json=watched.json"], {
    cwd,
    env,
  });
  expect(watched.code).toBe(1);
  expect(verdicts(join(cwd, "watched.json"))).toMatchObject({
    totals: { cases: 50, passed: 40, failed: 10 },
  });
  worker.child.kill("SIGTERM");
  expect(await worker.ended, worker.said()).toBe(0);
});

test("a run that is cancelled begins nothing more, and a resume runs the rest once", async () => {
  const cwd = project({ "agent.mjs": slowAgent(200), "demo.evalset.json": cases(15) });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store, HEARD: join(cwd, "heard.txt") };
  startWorker(cwd, { store, concurrency: 2, env });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--workers"];
  const cancelled = await assay([...args, "--on_interrupt", "cancel"], {
    cwd,
    env,
    onSpawn: (child) => {
      child.stdout?.once("data", () => child.kill("SIGINT"));
    },
  });
  expect(cancelled.code).toBe(130);
  expect(cancelled.stderr).toContain("Cancelling");
  expect(cancelled.stdout).toContain("Go on with:  assay eval --resume --workers\n");
  const watched = await assay(["runs", "watch", "latest"], { cwd, env });
  expect(watched.stdout).toContain("Go on with:  assay eval --resume --workers\n");
  const resumed = await assay(["eval", "--resume", "--workers", "--reporter", "json=done.json"], {
    cwd,
    env,
  });
  expect(resumed.code).toBe(1);
  expect(verdicts(join(cwd, "done.json"))).toMatchObject({ totals: { cases: 15, notRun: 0 } });
  const heard = readFileSync(env.HEARD, "utf8").trim().split("\n");
  expect(heard).toHaveLength(15);
  const again = await assay(["runs", "cancel", "latest"], { cwd, env });
  expect(again.code).toBe(2);
  expect(again.stderr).toMatch(/^error {2}Run \w+ is not with workers\.\n/);
});

test("what a killed worker had in flight is run by another one", async () => {
  const cwd = project({ "agent.mjs": slowAgent(400), "demo.evalset.json": cases(16) });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store };
  const first = startWorker(cwd, { store, concurrency: 4 });
  const running = assay(
    ["eval", "agent.mjs", "demo.evalset.json", "--workers", "--reporter", "json=report.json"],
    { cwd, env },
  );
  await untilEnded(store, 2);
  first.child.kill("SIGKILL");
  startWorker(cwd, { store, concurrency: 4 });
  expect((await running).code).toBe(1);
  expect(verdicts(join(cwd, "report.json"))).toMatchObject({
    totals: { cases: 16, notEvaluated: 0 },
  });
  const ends = await ask<{ count: number }>(
    store,
    "SELECT count(*)::int AS count FROM assay.events WHERE type = 'case-end'",
  );
  expect(ends[0]?.count).toBe(16);
});

test("a worker that has another agent leaves the run to one that has the same, and says which it has", async () => {
  const files = { "agent.mjs": slowAgent(10), "demo.evalset.json": cases(4) };
  const cwd = project(files);
  const other = project({ ...files, "agent.mjs": slowAgent(11) });
  const copy = project(files);
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store };
  const wrong = startWorker(other, { store });
  const noted = Promise.withResolvers<void>();
  const running = assay(["eval", "agent.mjs", "demo.evalset.json", "--workers"], {
    cwd,
    env,
    onSpawn: (child) => child.stderr?.once("data", () => noted.resolve()),
  });
  await wrong.says(/is left to other workers: Since the run began, agent\.mjs has changed/);
  await noted.promise;
  startWorker(copy, { store });
  const { code, stderr } = await running;
  expect(stderr).toMatch(/^note {3}Waiting for a worker .* agent\.mjs\s+has\s+changed\.\n$/s);
  expect(code).toBe(0);
});

async function untilEnded(store: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await ask<{ ended: number }>(
      store,
      "SELECT coalesce(max(ended), 0) AS ended FROM assay.dispatches",
    ).catch(() => []);
    if ((row?.ended ?? 0) >= count) return;
    await setTimeout(50);
  }
}
