import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lastingReport } from "../cli/report.ts";
import { postgresCluster } from "../postgres-cluster.ts";
import { ask } from "../postgres-database.ts";
import { seeded } from "./mutate.ts";
import { type ProgramPlace, startFleet, startProgram } from "./worker-fleet.ts";
import { evalArguments, makeWorkerProject } from "./worker-project.ts";

export interface WorkerBatteryOptions {
  readonly cases: number;
  readonly workers: number;
  readonly concurrency: number;
  /** How long the agent takes for a turn. */
  readonly milliseconds: number;
  /** A worker is killed so often; every fourth time one is stopped for longer than its lease instead. */
  readonly everyMs: number;
  /** How often PostgreSQL is killed. */
  readonly outages: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface WorkerFindings {
  readonly kills: number;
  readonly freezes: number;
  readonly outages: number;
  /** Conversations that have no end, and that have several. */
  readonly lost: number;
  readonly duplicated: number;
  /** Turns that stand twice in the journal: somebody without a lease wrote, or nobody went on from them. */
  readonly zombieWrites: number;
  /** Leases that were lost by workers that still were at it. */
  readonly leasesLost: number;
  /** Model calls that were made although their answer was in the journal. */
  readonly reissued: number;
  readonly reportsThatDiffer: number;
  /** Conversations that workers counted too often or too rarely: a run ends by that count. */
  readonly miscounted: number;
  /** Workers that did not end well when they were asked to. */
  readonly badEnds: number;
  readonly exitCode: number | null;
}

const FROZEN_MS = 15_000;

/**
 * Runs a set on workers while they are killed and stopped and PostgreSQL is killed under them, and compares with a run that
 * nobody disturbed: nothing lost, nothing twice, nothing by a worker that lost its lease, no journaled call made again, the
 * same report.
 */
export async function workerBattery(options: WorkerBatteryOptions): Promise<WorkerFindings> {
  const root = mkdtempSync(join(tmpdir(), "assay-workers-"));
  const calm = join(root, "calm", "project");
  const wild = join(root, "wild", "project");
  const log = join(root, "calls.log");
  const cluster = await postgresCluster();
  try {
    for (const folder of [calm, wild]) makeWorkerProject(folder, options.cases);
    const env = { AGENT_MS: "0", CALLS_LOG: join(root, "calm.log") };
    const calmly = ["--reporter", "json=report.json"];
    await startProgram([...evalArguments, ...calmly], {
      cwd: calm,
      store: join(root, "calm.db"),
      env,
    }).ended;
    options.say("undisturbed: done");
    const disturbed = await disturb(options, {
      cwd: wild,
      store: cluster.address,
      env: { AGENT_MS: `${options.milliseconds}`, CALLS_LOG: log },
      cluster,
    });
    const reportOf = (folder: string) =>
      JSON.stringify(lastingReport(folder, "report.json"), (key, value) =>
        key === "times" ? undefined : value,
      ).replaceAll(folder, "project");
    const [wanted, found] = [reportOf(calm), reportOf(wild)];
    if (wanted !== found) options.say(firstDifference(wanted, found));
    return {
      ...disturbed,
      ...(await countEvents(cluster.address, options.cases)),
      reissued: await countReissued(cluster.address, log),
      reportsThatDiffer: wanted === found ? 0 : 1,
    };
  } finally {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

interface Place extends ProgramPlace {
  readonly cluster: Awaited<ReturnType<typeof postgresCluster>>;
}

type Disturbed = Pick<
  WorkerFindings,
  "kills" | "freezes" | "outages" | "badEnds" | "exitCode" | "leasesLost"
>;

async function disturb(
  options: WorkerBatteryOptions,
  { cluster, ...place }: Place,
): Promise<Disturbed> {
  const random = seeded(options.seed);
  const { store } = place;
  const run = startProgram(
    [...evalArguments, "--workers", "--reporter", "json=report.json"],
    place,
  );
  const fleet = startFleet({
    count: options.workers,
    concurrency: options.concurrency,
    ...place,
  });
  let isOver = false;
  void run.ended.then(() => {
    isOver = true;
  });
  let outages = 0;
  let blows = 0;
  while (!isOver) {
    await Promise.race([setTimeout(options.everyMs), run.ended]);
    if (isOver) break;
    const ended = await endedCases(store);
    if (ended === 0) continue;
    blows += 1;
    if (blows % 4 === 0) fleet.freeze(random, FROZEN_MS);
    else fleet.kill(random);
    const isDue = ended >= ((outages + 1) * options.cases) / (options.outages + 1);
    if (outages < options.outages && isDue) {
      await cluster.kill();
      await setTimeout(500);
      await cluster.start();
      outages += 1;
    }
    options.say(
      `${ended} ended, ${fleet.kills()} kills, ${fleet.freezes()} freezes, ${outages} outages`,
    );
  }
  const { code, said } = await run.ended;
  const bad = await fleet.stop();
  for (const each of bad) options.say(each.said);
  if (code !== 1) options.say(said);
  const [lost] = await ask<{ lost: number }>(
    store,
    "SELECT coalesce(sum(lost), 0)::int AS lost FROM assay.workers",
  );
  return {
    kills: fleet.kills(),
    freezes: fleet.freezes(),
    outages,
    badEnds: bad.length,
    exitCode: code,
    leasesLost: lost?.lost ?? 0,
  };
}

async function endedCases(store: string): Promise<number> {
  const [row] = await ask<{ ended: number }>(
    store,
    "SELECT coalesce(max(ended), 0) AS ended FROM assay.dispatches",
  ).catch(() => []);
  return row?.ended ?? 0;
}

async function countEvents(
  store: string,
  cases: number,
): Promise<Pick<WorkerFindings, "lost" | "duplicated" | "zombieWrites" | "miscounted">> {
  const [row] = await ask<{ ends: number; cases: number; turns: number; distinct: number }>(
    store,
    `SELECT count(*) FILTER (WHERE type = 'case-end')::int AS ends,
       count(DISTINCT case_index) FILTER (WHERE type = 'case-end')::int AS cases,
       count(*) FILTER (WHERE type = 'turn-end')::int AS turns,
       count(DISTINCT (case_index, body::json ->> 'turn')) FILTER (WHERE type = 'turn-end')::int AS distinct
     FROM assay.events WHERE case_index >= 0`,
  );
  if (row === undefined) throw new Error("nothing was counted");
  const [counted] = await ask<{ off: number }>(
    store,
    "SELECT abs(sum(planned - ended))::int AS off FROM assay.dispatches",
  );
  return {
    miscounted: counted?.off ?? cases,
    lost: cases - row.cases,
    duplicated: row.ends - row.cases,
    zombieWrites: row.turns - row.distinct,
  };
}

/** Calls that were made after the moment at which the journal has their answer. */
async function countReissued(store: string, log: string): Promise<number> {
  if (!existsSync(log)) return 0;
  const answers = await ask<{ at: string; text: string }>(
    store,
    `SELECT body::json ->> 'at' AS at, body::json -> 'reply' ->> 'text' AS text
     FROM assay.events WHERE type = 'call-end'`,
  );
  const answered = new Map<string, number>();
  for (const { at, text } of answers) {
    const { nonce } = JSON.parse(text);
    answered.set(nonce, Math.min(answered.get(nonce) ?? Number.POSITIVE_INFINITY, Date.parse(at)));
  }
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  return lines.filter((line) => {
    const [time = "", nonce = ""] = line.split(" ");
    return Number(time) > (answered.get(nonce) ?? Number.POSITIVE_INFINITY);
  }).length;
}

function firstDifference(wanted: string, found: string): string {
  let at = 0;
  while (wanted[at] === found[at] && at < wanted.length) at += 1;
  const from = Math.max(0, at - 120);
  return `  differs: …${wanted.slice(from, at + 80)}…\n      and: …${found.slice(from, at + 80)}…`;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      cases: { type: "string", default: "5000" },
      workers: { type: "string", default: "4" },
      concurrency: { type: "string", default: "20" },
      ms: { type: "string", default: "100" },
      every: { type: "string", default: "5" },
      outages: { type: "string", default: "2" },
      seed: { type: "string", default: "20261119" },
    },
  });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const findings = await workerBattery({
    cases: Number(values.cases),
    workers: Number(values.workers),
    concurrency: Number(values.concurrency),
    milliseconds: Number(values.ms),
    everyMs: Number(values.every) * 1000,
    outages: Number(values.outages),
    seed: Number(values.seed),
    say,
  });
  const { lost, duplicated, zombieWrites, miscounted, reissued, reportsThatDiffer, badEnds } =
    findings;
  const faults = {
    ...{ lost, duplicated, zombieWrites, miscounted, reissued, reportsThatDiffer, badEnds },
  };
  const clean = Object.values(faults).every((count) => count === 0);
  say(
    `${findings.kills} kills, ${findings.freezes} freezes (${findings.leasesLost} leases lost), ${findings.outages} outages: ${JSON.stringify(faults)} ${clean ? "— nothing lost, nothing twice" : "— BROKEN"}`,
  );
  process.exitCode = clean ? 0 : 1;
}
