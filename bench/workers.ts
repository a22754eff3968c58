import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PostgresCluster, postgresCluster } from "../tests/postgres-cluster.ts";
import { ask } from "../tests/postgres-database.ts";
import { makeProject } from "./make-project.ts";

interface Bench {
  readonly folder: string;
  readonly assay: string;
  readonly report: (row: {
    readonly what: string;
    readonly ours: string;
    readonly beside: string;
    readonly budget: string;
    readonly holds: boolean;
  }) => void;
}

/** Conversations at once in each worker, and how many it gets. */
const CONCURRENCY = 10;
const EACH = 150;
const AGENT_MS = 200;
const MANY = 20_000;

/** Workers on one database: how they scale, what a case costs it, and what a long queue costs in memory. */
export async function benchWorkers(bench: Bench): Promise<void> {
  const cluster = await postgresCluster();
  try {
    const rates: number[] = [];
    for (const count of [1, 2, 4]) rates.push(await scaling(bench, cluster, count));
    const [one = 1, , four = 0] = rates;
    const share = four / (4 * one);
    bench.report({
      what: "4 workers beside 1, 200 ms a case",
      ours: `${four.toFixed(1)} cases/s`,
      beside: `1 worker ${one.toFixed(1)} cases/s, ${(100 * share).toFixed(0)} % of four times that`,
      budget: "≥ 0.9 of ideal",
      holds: share >= 0.9,
    });
    await longQueue(bench, cluster);
  } finally {
    await cluster.stop();
  }
}

/** Cases a second from the first beginning to the last end; what the database was busy with is reported for one worker. */
async function scaling(bench: Bench, cluster: PostgresCluster, count: number): Promise<number> {
  const cases = EACH * count;
  const cwd = await makeProject(join(bench.folder, `workers-${count}`), { cases, kind: "slow" });
  const store = await databaseOf(cluster, `scaling_${count}`);
  const before = await busyOf(store);
  await runOnWorkers(bench, { cwd, store, count });
  const [row] = await ask<{ seconds: number }>(
    store,
    `SELECT extract(epoch FROM
       max((body::json ->> 'at')::timestamptz) FILTER (WHERE type = 'case-end') -
       min((body::json ->> 'at')::timestamptz) FILTER (WHERE type = 'case-start'))::float8 AS seconds
     FROM assay.events`,
  );
  const rate = cases / (row?.seconds ?? Number.POSITIVE_INFINITY);
  const busy = ((await busyOf(store)) - before) / cases;
  const ideal = (count * CONCURRENCY * 1000) / AGENT_MS;
  bench.report({
    what: `${count} ${count === 1 ? "worker" : "workers"}, ${cases} cases of 200 ms`,
    ours: `${rate.toFixed(1)} cases/s, ${((100 * rate) / ideal).toFixed(0)} % of ideal, ${busy.toFixed(1)} ms of the database a case`,
    beside: `ideal ${ideal.toFixed(0)} cases/s`,
    budget: "≥ 0.9 of ideal, ≤ 5 ms of the database a case",
    holds: rate >= 0.9 * ideal && busy <= 5,
  });
  return rate;
}

/** 20,000 cases that take no time: what front and worker hold meanwhile. */
async function longQueue(bench: Bench, cluster: PostgresCluster): Promise<void> {
  const small = await makeProject(join(bench.folder, "queue-small"), { cases: MANY / 10 });
  const large = await makeProject(join(bench.folder, "queue-large"), { cases: MANY });
  const few = await runOnWorkers(bench, {
    cwd: small,
    store: await databaseOf(cluster, "queue_small"),
    count: 1,
  });
  const many = await runOnWorkers(bench, {
    cwd: large,
    store: await databaseOf(cluster, "queue_large"),
    count: 1,
  });
  const growth = many.worker / few.worker;
  bench.report({
    what: "memory of a worker, 20,000 cases through the queue",
    ours: `${many.worker} MB, watching it ${many.front} MB`,
    beside: `2,000 cases: ${few.worker} MB and ${few.front} MB`,
    budget: "flat: ≤ 1.3 × with ten times the cases",
    holds: growth <= 1.3,
  });
}

interface WorkersRun {
  readonly cwd: string;
  readonly store: string;
  readonly count: number;
}

/** Peaks of memory, in MB. */
interface Peaks {
  readonly worker: number;
  readonly front: number;
}

async function runOnWorkers({ assay }: Bench, { cwd, store, count }: WorkersRun): Promise<Peaks> {
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [assay, ...args], {
      cwd,
      env: { ...process.env, ASSAY_STORE: store },
      stdio: "ignore",
    });
  const workers = Array.from({ length: count }, () =>
    start(["worker", "--concurrency", `${CONCURRENCY}`]),
  );
  await untilThere(store, count);
  const front = start(["eval", "agent.mjs", "bench.evalset.json", "--workers"]);
  const peaks = { worker: 0, front: 0 };
  const watching = setInterval(() => {
    peaks.front = Math.max(peaks.front, peakOf(front));
    peaks.worker = Math.max(peaks.worker, ...workers.map(peakOf));
  }, 100);
  await closed(front);
  clearInterval(watching);
  for (const worker of workers) worker.kill("SIGTERM");
  await Promise.all(workers.map(closed));
  return peaks;
}

/** Those that start up are no part of what is measured. */
async function untilThere(store: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await ask<{ there: number }>(
      store,
      "SELECT count(*)::int AS there FROM assay.workers",
    ).catch(() => []);
    if ((row?.there ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.on("close", () => resolve());
  });
}

function peakOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

async function databaseOf({ address }: PostgresCluster, name: string): Promise<string> {
  await ask(address, `CREATE DATABASE ${name}`);
  const own = new URL(address);
  own.pathname = `/${name}`;
  return own.href;
}

/** Milliseconds in which statements ran, of all sessions so far. */
async function busyOf(store: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const [row] = await ask<{ busy: number }>(
    store,
    "SELECT active_time AS busy FROM pg_stat_database WHERE datname = current_database()",
  );
  return row?.busy ?? 0;
}
