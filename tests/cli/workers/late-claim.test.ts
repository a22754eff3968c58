import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { storedFirst } from "../../../src/runner/journal/stored-first.ts";
import { postgresStore } from "../../../src/stores/postgres/postgres-store.ts";
import { openDispatches } from "../../../src/workers/dispatches.ts";
import { leaseKeeper, leaseSwitch } from "../../../src/workers/leases/lease-keeper.ts";
import { openTeam } from "../../../src/workers/open-team.ts";
import { workerRun } from "../../../src/workers/worker-run.ts";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { assay, evalSet, project } from "../assay.ts";
import { startWorker } from "./team.ts";

const packageFile = resolve(import.meta.dirname, "../../../package.json");

const LAPSE = `
UPDATE assay_queue.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE name LIKE 'run-%' AND state = 'active'`;

/** A part of a worker in this process, which takes one conversation and is slow to begin it. */
async function slowWorker(store: string, folder: string) {
  const team = await openTeam(store);
  const runs = postgresStore(store);
  onTestFinished(async () => {
    await team.close();
    await runs.close();
  });
  const [dispatch] = await openDispatches(team.client);
  if (dispatch === undefined) throw new Error("nothing is dispatched");
  const keeper = leaseKeeper({
    ...{ address: store, workerId: "slow", everyMs: 60_000, leases: leaseSwitch() },
  });
  onTestFinished(() => keeper.close());
  const nothing = () => {};
  return workerRun(dispatch, {
    ...{ client: team.client, queue: team.queue, store: runs, keeper, folder, concurrency: 1 },
    version: JSON.parse(readFileSync(packageFile, "utf8")).version,
    ...{ note: nothing, onLoading: nothing, onServed: nothing, onEnd: nothing, stuck: [] },
    kill: new AbortController().signal,
    saved: storedFirst({}, nothing, new AbortController().signal),
    journals: new Set<() => Promise<void>>(),
  });
}

test("a conversation that another worker has ended meanwhile is counted once", async () => {
  const agent = "export const rootAgent = async (text) => text;";
  const set = evalSet({ only: { user: "hello", answer: "hello" } });
  const cwd = project({ "agent.mjs": agent, "demo.evalset.json": set });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store };
  const running = assay(["eval", "agent.mjs", "demo.evalset.json", "--workers"], { cwd, env });
  await expect.poll(() => planned(store), { timeout: 30_000 }).toBe(1);
  const late = await slowWorker(store, cwd);
  // one that was lost before: what is journaled of it is looked up
  const [first] = await late.take(1, performance.now());
  if (first !== undefined) await late.release(first);
  const [claim] = await late.take(1, performance.now());
  expect(claim?.attempt, late.refusal()).toBe(1);
  await ask(store, LAPSE);
  startWorker(cwd, { store });
  expect((await running).code).toBe(0);
  if (claim !== undefined) await late.run(claim, { alone: false, onOver: () => {} });
  const counts = await ask(store, "SELECT planned, ended FROM assay.dispatches");
  expect(counts).toEqual([{ planned: 1, ended: 1 }]);
}, 120_000);

async function planned(store: string): Promise<number> {
  const rows = await ask<{ planned: number }>(store, "SELECT planned FROM assay.dispatches").catch(
    () => [],
  );
  return rows[0]?.planned ?? 0;
}
