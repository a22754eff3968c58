import type { PostgresClient } from "../stores/postgres/postgres-client.ts";
import { QUEUE_SCHEMA } from "../stores/postgres/workers-schema.ts";
import { openTables } from "./open-tables.ts";

/** One worker process as it last spoke. */
interface FleetWorker {
  readonly host: string;
  readonly pid: number;
  /** What is checked out in its folder. */
  readonly commit: string | null;
  /** Conversations that it runs at once; 0 for one that has left. */
  readonly concurrency: number;
  readonly running: number;
  /** Model calls that wait for what their model allows. */
  readonly waiting: number;
  /** Seconds since it spoke. */
  readonly silent: number;
  /** Runs that it leaves to others, by id, and why. */
  readonly refuses: Readonly<Record<string, string>>;
}

/** How the queue and all workers of one database stand: what metrics, health checks and whoever waits are told. */
export interface FleetStatus {
  /** Runs that workers have. */
  readonly runs: number;
  /** Conversations that nobody has begun, and those in flight. */
  readonly queued: number;
  readonly active: number;
  /** Conversations that ended on workers, ever growing: its growth a second is the rate. */
  readonly ended: number;
  /** Leases that workers lost while they still were at it, ever growing. */
  readonly lost: number;
  /** Model calls that wait for what their model allows, on all workers. */
  readonly waiting: number;
  /** Those that spoke within the last 15 seconds and have not left. */
  readonly workers: readonly FleetWorker[];
}

export interface FleetReader {
  read(): Promise<FleetStatus>;
  close(): Promise<void>;
}

/** For those who ask now and then, on a connection of their own. */
export function fleetReader(address: string): FleetReader {
  const client = openTables(address);
  return { read: () => readFleet(client), close: client.close };
}

export async function readFleet(client: PostgresClient): Promise<FleetStatus> {
  const [totals] = await client.query<Totals>(TOTALS);
  const workers = await client.query<FleetWorker>(WORKERS);
  const { hasQueue = false, runs = 0, ended = 0, lost = 0 } = totals ?? {};
  const [jobs] = hasQueue ? await client.query<Jobs>(JOBS) : [];
  const waiting = workers.reduce((sum, each) => sum + each.waiting, 0);
  return {
    runs,
    ended,
    lost,
    waiting,
    workers,
    queued: jobs?.queued ?? 0,
    active: jobs?.active ?? 0,
  };
}

interface Totals {
  readonly hasQueue: boolean;
  readonly runs: number;
  readonly ended: number;
  readonly lost: number;
}

interface Jobs {
  readonly queued: number;
  readonly active: number;
}

const TOTALS = `
SELECT to_regclass('${QUEUE_SCHEMA}.job') IS NOT NULL AS "hasQueue",
  (SELECT count(*) FROM assay.dispatches WHERE state = 'open') AS runs,
  coalesce(sum(ended), 0)::bigint AS ended, coalesce(sum(lost), 0)::bigint AS lost
FROM assay.workers`;

const WORKERS = `
SELECT host, pid, "commit", concurrency, running, waiting, refuses,
  extract(epoch FROM now() - seen)::double precision AS silent
FROM assay.workers WHERE concurrency > 0 AND seen > now() - interval '15 seconds' ORDER BY host, pid`;

const JOBS = `
SELECT count(*) FILTER (WHERE state IN ('created', 'retry')) AS queued, count(*) FILTER (WHERE state = 'active') AS active
FROM ${QUEUE_SCHEMA}.job WHERE name LIKE 'run-%' AND state < 'completed'`;

/** Whether workers have this run, or had it before it was cancelled or ended; undefined where it never was theirs. */
export async function dispatchState(
  address: string,
  runId: string,
): Promise<"open" | "over" | undefined> {
  const client = openTables(address);
  try {
    const [found] = await client.query<{ state: string }>(
      "SELECT state FROM assay.dispatches WHERE run_id = $1",
      [runId],
    );
    if (found === undefined) return undefined;
    return found.state === "open" ? "open" : "over";
  } finally {
    await client.close();
  }
}
