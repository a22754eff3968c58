import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { assay, project } from "../assay.ts";
import { startWorker } from "./team.ts";

/** Notes what it hears; in one conversation it ends its process, as one does that takes all the memory there is. */
const agent = `
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync(process.env.HEARD, text + "\\n");
  if (text === "c0") spawnSync("kill", ["-9", String(process.pid)]);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return text;
}`;

const places = [0, 1, 2, 3, 4, 5];
const set = {
  eval_set_id: "demo",
  eval_cases: places.map((place) => ({
    eval_id: `c${place}`,
    conversation: [{ user_content: `c${place}`, final_response: `c${place}` }],
  })),
};

/** Leases of a worker that is gone lapse at once, and not after ten seconds. */
const LAPSE = `
UPDATE assay_queue.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE name LIKE 'run-%' AND state = 'active'`;

test("a conversation that ends its workers is given up, and those that were lost beside it are evaluated", async () => {
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store, HEARD: join(cwd, "heard.txt") };
  let isOver = false;
  const args = ["eval", "agent.mjs", "demo.evalset.json", "--workers"];
  const running = assay([...args, "--reporter", "json=report.json"], { cwd, env }).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const worker = startWorker(cwd, { store, concurrency: 6, env });
    await Promise.race([worker.ended, running]);
    await ask(store, LAPSE).catch(() => {});
  }
  expect((await running).code).toBe(3);
  const { cases } = JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
  const statuses = cases.map(({ evalId, status }: Record<string, string>) => [evalId, status]);
  expect(Object.fromEntries(statuses)).toEqual({
    c0: "not-evaluated",
    ...Object.fromEntries(places.slice(1).map((place) => [`c${place}`, "passed"])),
  });
  expect(JSON.stringify(cases)).toContain("several workers were lost while they ran it");
  const heard = readFileSync(env.HEARD, "utf8").trim().split("\n");
  // three times in company, five times alone
  expect(heard.filter((text) => text === "c0")).toHaveLength(8);
}, 240_000);
