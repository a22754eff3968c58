import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { assay, project } from "../assay.ts";
import { startWorker } from "./team.ts";

/** Notes what it hears, and never lets go of its process for one conversation in its second turn. */
const agent = `
import { appendFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync(process.env.HEARD, text + "\\n");
  if (text === "c2 1") for (;;) {}
  return text;
}`;

const set = {
  eval_set_id: "demo",
  eval_cases: [0, 1, 2, 3, 4, 5].map((place) => ({
    eval_id: `c${place}`,
    conversation: [0, 1].map((turn) => ({
      user_content: `c${place} ${turn}`,
      final_response: `c${place} ${turn}`,
    })),
  })),
};

test("an agent that blocks a worker fails its own case, and what ended before is asked once", async () => {
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store, HEARD: join(cwd, "heard.txt") };
  const worker = startWorker(cwd, { store, concurrency: 3, env });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--workers", "--timeout", "0.5"];
  const { code } = await assay([...args, "--reporter", "json=report.json"], { cwd, env });
  expect(code, worker.said()).toBe(1);
  const { cases } = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  const statusOf = cases.map((each: { evalId: string; status: string }) => [
    each.evalId,
    each.status,
  ]);
  expect(Object.fromEntries(statusOf)).toEqual({
    ...{ c0: "passed", c1: "passed", c2: "failed" },
    ...{ c3: "passed", c4: "passed", c5: "passed" },
  });
  expect(worker.said()).toContain("c2: The agent computed for 6 s without a pause in turn 2");
  const heard = readFileSync(env.HEARD, "utf8").trim().split("\n");
  expect(heard.toSorted()).toEqual([...new Set(heard)].toSorted());
  const ends = await ask<{ count: number }>(
    store,
    "SELECT count(*)::int AS count FROM assay.events WHERE type = 'case-end'",
  );
  expect(ends[0]?.count).toBe(6);
}, 120_000);

test("an agent that blocks a worker is held to its own run's deadline, not to that of a run before", async () => {
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store, HEARD: join(cwd, "heard.txt") };
  const worker = startWorker(cwd, { store, env });
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--workers"];
  const patient = await assay([...args, "--case", "c0", "--timeout", "600"], { cwd, env });
  expect(patient.code, worker.said()).toBe(0);
  const { code } = await assay([...args, "--case", "c2", "--timeout", "0.5"], { cwd, env });
  expect(code, worker.said()).toBe(1);
  expect(worker.said()).toContain("c2: The agent computed for 6 s without a pause in turn 2");
}, 120_000);
