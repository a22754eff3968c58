import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { postgresCluster } from "../tests/postgres-cluster.ts";
import { ask } from "../tests/postgres-database.ts";
import { makeProject } from "./make-project.ts";
import { measure } from "./measure.ts";
import { copyInPostgres, copyInSqlite } from "./seed-runs.ts";
import { criteria } from "./web.ts";

interface ListingsBench {
  readonly folder: string;
  /** The command's file. */
  readonly assay: string;
  report(row: {
    readonly what: string;
    readonly ours: string;
    readonly beside: string;
    readonly budget: string;
    readonly holds: boolean;
  }): void;
}

const RUNS = 1000;
const CASES = 1000;
const TIMES = 60;
const BUDGET = 50;

/** The list of runs and pages of cases at 1,000 runs of 1,000 cases against ten metrics, over HTTP, on both databases. */
export async function benchListings(bench: ListingsBench): Promise<void> {
  const cwd = await makeProject(join(bench.folder, "listings"), { cases: CASES, kind: "moody" });
  writeFileSync(join(cwd, "test_config.json"), JSON.stringify({ criteria }));
  const args = [bench.assay, "eval", "agent.mjs", "bench.evalset.json"];
  await measure({ args, cwd, ok: [1] });
  copyInSqlite(join(cwd, ".assay", "assay.db"), RUNS);
  await measureServer(bench, { name: "SQLite", cwd, store: undefined });
  const cluster = await postgresCluster();
  try {
    const store = cluster.address;
    await measure({ args: [...args, "--store", store], cwd, ok: [1] });
    await copyInPostgres((sql, values) => ask(store, sql, values), RUNS);
    await measureServer(bench, { name: "PostgreSQL", cwd, store });
  } finally {
    await cluster.stop();
  }
}

interface Place {
  readonly name: string;
  readonly cwd: string;
  readonly store: string | undefined;
}

async function measureServer(bench: ListingsBench, { name, cwd, store }: Place): Promise<void> {
  const server = await startWeb(bench.assay, cwd, store);
  const row = async (what: string, path: (time: number) => string) => {
    const { p50, p95, cpu } = await timed(server, path);
    bench.report({
      what: `${name}: ${what}, ${RUNS} runs × ${CASES} cases`,
      ours: `${p50.toFixed(1)} ms, 95 of 100 within ${p95.toFixed(1)} ms`,
      beside: `${cpu.toFixed(1)} ms of the server's CPU, machine's load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      budget: `< ${BUDGET} ms`,
      holds: p95 < BUDGET,
    });
  };
  try {
    const { runs } = (await server.get("/api/v1/runs?limit=200")) as { runs: { runId: string }[] };
    const cases = (place: number) => `/api/v1/runs/${runs[place]?.runId}/cases`;
    // two are held; until its code has run some times, any answer takes longer
    for (let place = 0; place < 20; place += 1) await server.get(cases(place));
    await row("list of 50 runs", () => "/api/v1/runs?limit=50");
    await server.get(cases(0));
    await row("page of cases, held", (time) => `${cases(0)}?offset=${(time % 5) * 200}`);
    await row("page of cases, cold", (time) => cases(40 + time));
  } finally {
    server.child.kill("SIGKILL");
  }
}

interface Server {
  readonly child: ChildProcess;
  get(path: string): Promise<unknown>;
}

async function timed(server: Server, path: (time: number) => string) {
  const times: number[] = [];
  const before = cpuOf(server.child);
  for (let time = 0; time < TIMES; time += 1) {
    const began = performance.now();
    await server.get(path(time));
    times.push(performance.now() - began);
  }
  const cpu = (cpuOf(server.child) - before) / TIMES;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), cpu };
}

/** Milliseconds, in steps of ten; nothing where the system does not tell. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return Number.NaN;
  }
}

async function startWeb(assay: string, cwd: string, store: string | undefined): Promise<Server> {
  const args = [
    assay,
    "web",
    ".",
    "--port",
    "0",
    ...(store === undefined ? [] : ["--store", store]),
  ];
  const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const link = await new Promise<string>((done, fail) => {
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = /(http:\S+)\n/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    child.once("exit", (code) => fail(new Error(`assay web ended with ${code}: ${said}`)));
  });
  const { origin, searchParams } = new URL(link);
  const headers = { Authorization: `Bearer ${searchParams.get("token")}` };
  return {
    child,
    async get(path) {
      const answer = await fetch(`${origin}${path}`, { headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
  };
}
