import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { listRuns } from "../../src/project/history/list-runs.ts";
import { postgresStore } from "../../src/stores/postgres/postgres-store.ts";
import { freePort } from "../free-port.ts";
import { postgresCluster } from "../postgres-cluster.ts";
import { ask } from "../postgres-database.ts";
import { seeded } from "./mutate.ts";
import {
  atTerminal,
  checkEnd,
  checkTotals,
  exporting,
  inBrowser,
  type TeamPlace,
} from "./team-work.ts";
import { type Program, type ProgramPlace, startFleet, startProgram } from "./worker-fleet.ts";
import { makeWorkerProject } from "./worker-project.ts";

export interface TeamBatteryOptions {
  readonly seconds: number;
  /** Of each run. */
  readonly cases: number;
  readonly workers: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface TeamFindings {
  readonly runs: number;
  readonly commands: number;
  /** Runs that were killed and gone on with. */
  readonly kills: number;
  readonly requests: number;
  /** Milliseconds within which half of the requests were answered, and 95 of 100. */
  readonly answered: readonly [half: number, most: number];
  readonly spans: number;
  /** Whatever somebody would have been troubled by, in the words that they would have read. */
  readonly troubles: readonly string[];
  readonly lostSpans: number;
  /** Conversations that have no end, that have several, and runs that have none. */
  readonly lost: number;
  readonly duplicated: number;
  readonly unfinished: number;
}

const TERMINALS = 2;

/**
 * A team on one database: people at terminals, workers, a server with somebody in a browser, and agents that send traces.
 * Nobody may hear of the others: nothing busy, nothing locked, nothing lost.
 */
export async function teamBattery(options: TeamBatteryOptions): Promise<TeamFindings> {
  const root = mkdtempSync(join(tmpdir(), "assay-team-"));
  const cwd = join(root, "project");
  const cluster = await postgresCluster();
  const troubles: string[] = [];
  const trouble = (what: string) => {
    troubles.push(what);
    options.say(`  trouble: ${what}`);
  };
  try {
    makeWorkerProject(cwd, options.cases);
    const env = { AGENT_MS: "30", CALLS_LOG: join(root, "calls.log") };
    const place = { cwd, store: cluster.address, env };
    const work = await workTogether(options, { place, trouble });
    const check = await startProgram(["store", "check"], place).ended;
    checkEnd(["store", "check"], check, { codes: [0], trouble });
    options.say(check.said.trim());
    return { ...work, ...(await countRows(cluster.address, { ...options, ...work })), troubles };
  } finally {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

type Work = Pick<TeamFindings, "runs" | "commands" | "kills" | "requests" | "answered" | "spans">;

async function workTogether(
  { seconds, cases, workers, seed, say }: TeamBatteryOptions,
  { place, trouble }: { readonly place: ProgramPlace } & Pick<TeamPlace, "trouble">,
): Promise<Work> {
  const made = await startProgram(["store", "migrate"], place).ended;
  checkEnd(["store", "migrate"], made, { codes: [0], trouble });
  const server = await startServer(place);
  const fleet = startFleet({ count: workers, concurrency: 8, ...place });
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > end;
  const shared = { ...place, cases, isOver, trouble };
  const terminals = Array.from({ length: TERMINALS }, (_, at) =>
    atTerminal(`terminal-${at}`, { ...shared, random: seeded(seed + at) }),
  );
  const browser = inBrowser(server, { ...shared, random: seeded(seed + TERMINALS) });
  const exporter = exporting(server.receiver, shared);
  while (!isOver()) {
    await setTimeout(Math.min(30_000, Math.max(0, end - performance.now())));
    say(`${Math.max(0, Math.round((end - performance.now()) / 1000))} s to go`);
  }
  const done = await Promise.all(terminals);
  await checkLists(place.store, {
    wanted: new Map(done.flatMap((each) => [...each.wanted])),
    trouble,
  });
  const [{ requests, times }, spans] = await Promise.all([browser, exporter]);
  for (const each of await fleet.stop()) checkEnd(["worker"], each, { codes: [0], trouble });
  server.program.child.kill("SIGTERM");
  checkEnd(["web"], await server.program.ended, { codes: [0], trouble });
  const sum = (key: "runs" | "commands" | "kills") =>
    done.reduce((all, each) => all + each[key], 0);
  const within = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    runs: sum("runs"),
    commands: sum("commands"),
    kills: sum("kills"),
    requests,
    answered: [within(0.5), within(0.95)],
    spans,
  };
}

/** What lists of runs tell is counted while the runs are written. */
async function checkLists(
  address: string,
  {
    wanted,
    trouble,
  }: Pick<Awaited<ReturnType<typeof atTerminal>>, "wanted"> & Pick<TeamPlace, "trouble">,
): Promise<void> {
  const store = postgresStore(address);
  const { runs } = await listRuns(store, { limit: Number.POSITIVE_INFINITY });
  await store.close();
  for (const [name, totals] of wanted) {
    const run = runs.find((each) => each.name === name);
    if (run === undefined) trouble(`${name} is in no list`);
    else checkTotals(`${name} in a list`, { found: run.totals, wanted: totals, trouble });
  }
}

interface Server {
  readonly program: Program;
  readonly origin: string;
  readonly token: string;
  readonly receiver: string;
}

async function startServer(place: ProgramPlace): Promise<Server> {
  const [port, receiver] = [await freePort(), await freePort()];
  const program = startProgram(
    [
      ...["web", ".", "--port", `${port}`, "--otlp_port", `${receiver}`],
      ...["--otlp_grpc_port", "0", "--no_open"],
    ],
    place,
  );
  const link = await new Promise<string>((done, fail) => {
    let said = "";
    program.child.stdout?.on("data", (chunk) => {
      said += chunk;
      const found = /(http:\S+token=\S+)\n/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    void program.ended.then((ended) => fail(new Error(`assay web ended: ${ended.said}`)));
  });
  const { origin, searchParams } = new URL(link);
  const token = searchParams.get("token") ?? "";
  return { program, origin, token, receiver: `http://127.0.0.1:${receiver}` };
}

async function countRows(
  store: string,
  { cases, spans }: { readonly cases: number; readonly spans: number },
): Promise<Pick<TeamFindings, "lost" | "duplicated" | "unfinished" | "lostSpans">> {
  const [row] = await ask<{ lost: number; twice: number; unfinished: number; spans: number }>(
    store,
    `WITH runs AS (
       SELECT run_id, count(*) FILTER (WHERE type = 'case-end' AND case_index >= 0)::int AS ends,
         count(DISTINCT case_index) FILTER (WHERE type = 'case-end' AND case_index >= 0)::int AS cases,
         bool_or(type = 'run-end') AS ended
       FROM assay.events WHERE run_id <> '' GROUP BY run_id)
     SELECT coalesce(sum(greatest(0, $1 - cases)), 0)::int AS lost, coalesce(sum(ends - cases), 0)::int AS twice,
       count(*) FILTER (WHERE NOT ended)::int AS unfinished,
       (SELECT count(*)::int FROM assay.spans) AS spans
     FROM runs`,
    [cases],
  );
  if (row === undefined) throw new Error("nothing was counted");
  const { lost, twice: duplicated, unfinished } = row;
  return { lost, duplicated, unfinished, lostSpans: Math.max(0, spans - row.spans) };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "600" },
      cases: { type: "string", default: "30" },
      workers: { type: "string", default: "3" },
      seed: { type: "string", default: "20261119" },
    },
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { troubles, answered, ...found } = await teamBattery({
    seconds: Number(values.seconds),
    cases: Number(values.cases),
    workers: Number(values.workers),
    seed: Number(values.seed),
    say,
  });
  const { lost, duplicated, unfinished, lostSpans } = found;
  const faults = { troubles: troubles.length, lost, duplicated, unfinished, lostSpans };
  const isClean = Object.values(faults).every((count) => count === 0);
  say(
    `${found.runs} runs, ${found.kills} of them killed and gone on with, ${found.commands} commands, ${found.requests} requests (half within ${answered[0]} ms, 95 of 100 within ${answered[1]} ms), ${found.spans} spans: ${JSON.stringify(faults)} ${isClean ? "— nothing busy, locked or lost" : "— BROKEN"}`,
  );
  process.exitCode = isClean ? 0 : 1;
}
