import type { Db, JobInsert, PgBoss } from "pg-boss";
import { setTimeout } from "../core/async/own-timers.ts";
import type { PostgresClient, PostgresQuery } from "../stores/postgres/postgres-client.ts";
import { QUEUE_SCHEMA } from "../stores/postgres/workers-schema.ts";
import type { QueueStatement } from "./leases/lease-order.ts";
import { loadPgBoss } from "./load-pg-boss.ts";

/** One conversation of a run: the place of its case in the plan, and which repeat. */
export interface CaseJob {
  readonly index: number;
  readonly trial: number;
}

/** A job that somebody has the lease of. Its attempt is the fence: whoever takes it anew has a higher one. */
export interface Claim extends CaseJob {
  readonly id: string;
  readonly attempt: number;
}

/** Which conversations of a run are still to be run, and who is at which. Each run has a queue of its own. */
export interface JobQueue {
  /** Makes the run's queue ready; jobs are put into it with `insert`. */
  open(runId: string): Promise<void>;
  /** The first ones begin first. `query` is the transaction that they belong to. */
  insert(runId: string, jobs: Iterable<CaseJob>, query: PostgresQuery): Promise<void>;
  take(runId: string, count: number): Promise<readonly Claim[]>;
  /** Those whose lease goes on; the others were lost. */
  keep(runId: string, claims: readonly Claim[]): Promise<ReadonlySet<string>>;
  /** How the database is asked to renew these, for whoever asks it all the time; undefined where the run is over. */
  renewal(runId: string, claims: readonly Claim[]): Promise<QueueStatement | undefined>;
  /** Done, in the transaction that says what came of them; how many of them still were ours. `name` is that of a queue. */
  complete(name: string, claims: readonly Claim[], query: PostgresQuery): Promise<number>;
  /** How the database is asked for the same, for whoever asks it together with other things. */
  completion(name: string, claims: readonly Claim[]): Promise<QueueStatement | undefined>;
  /** Gives one back, so that another worker takes it at once. */
  release(name: string, claim: Claim): Promise<void>;
  /** Conversations that were given up: each of several workers was lost with it. */
  takeGivenUp(count: number): Promise<readonly GivenUp[]>;
  /** Nothing of the run begins any more. */
  drop(runId: string): Promise<void>;
  /** The run is over. */
  close(runId: string): Promise<void>;
  /** Gives back what lapsed, now and not only when the time for it has come. */
  supervise(): Promise<void>;
  stop(): Promise<void>;
}

interface GivenUp extends Claim {
  readonly runId: string;
}

/** Seconds after which a worker that is silent has lost what it was at; no shorter lease is possible. */
export const LEASE_SECONDS = 10;
/** A case may take hours; whoever is at it says all the time that it is. */
const LONGEST_SECONDS = 23 * 3600;
/** What is lost so often was never begun by anybody who counts its losses; see `troubles.ts`. */
const MOST_LOSSES = 1000;
export const GIVEN_UP = "assay-given-up";
const INSERTED_AT_ONCE = 2000;

export interface QueueOptions {
  readonly client: PostgresClient;
  /** Hears what the queue could not do, for those who want to know. */
  readonly onProblem?: ((error: Error) => void) | undefined;
}

export async function openJobQueue({ client, onProblem }: QueueOptions): Promise<JobQueue> {
  const Boss = await loadPgBoss();
  // whoever asks first makes our tables, which it refers to
  await client.query("SELECT 1");
  const boss = new Boss({
    db: dbOf(client.query),
    schema: QUEUE_SCHEMA,
    createSchema: false,
    schedule: false,
    reindex: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 600,
    warningQueueSize: 100_000_000,
    clockMonitorIntervalSeconds: 600,
  });
  boss.on("error", (error) => onProblem?.(error));
  await started(boss);
  await boss.createQueue(GIVEN_UP, {
    retryLimit: 1000,
    heartbeatSeconds: 30,
    deleteAfterSeconds: 60,
  });

  return {
    open: (runId) =>
      boss.createQueue(nameOf(runId), {
        retryLimit: MOST_LOSSES,
        heartbeatSeconds: LEASE_SECONDS,
        expireInSeconds: LONGEST_SECONDS,
        deadLetter: GIVEN_UP,
      }),
    async insert(runId, jobs, query) {
      const db = dbOf(query);
      let chunk: JobInsert[] = [];
      let place = 0;
      const send = async () => {
        if (chunk.length > 0) await boss.insert(nameOf(runId), chunk, { db });
        chunk = [];
      };
      for (const { index, trial } of jobs) {
        chunk.push({ data: { runId, index, trial }, priority: -place });
        place += 1;
        if (chunk.length === INSERTED_AT_ONCE) await send();
      }
      await send();
    },
    async take(runId, count) {
      const jobs = await unlessClosed(boss.fetch<CaseJob>(nameOf(runId), { batchSize: count }));
      return (jobs ?? []).map(({ id, retryCount, data }) => ({ ...data, id, attempt: retryCount }));
    },
    async keep(runId, claims) {
      if (claims.length === 0) return new Set();
      const kept = await unlessClosed(boss.touch(nameOf(runId), claims.map(attemptOf)));
      return new Set(settledOf(kept));
    },
    renewal: (runId, claims) =>
      captured(async (db) => {
        if (claims.length > 0) {
          await unlessClosed(boss.touch(nameOf(runId), claims.map(attemptOf), { db }));
        }
      }),
    async complete(name, claims, query) {
      if (claims.length === 0) return 0;
      const db = dbOf(query);
      return settledOf(await boss.complete(name, claims.map(attemptOf), null, { db })).length;
    },
    completion: (name, claims) =>
      captured(async (db) => {
        await boss.complete(name, claims.map(attemptOf), null, { db });
      }),
    async release(name, claim) {
      await unlessClosed(boss.fail(name, attemptOf(claim), { message: "given back" }));
    },
    async takeGivenUp(count) {
      const jobs = await boss.fetch<GivenUp>(GIVEN_UP, { batchSize: count });
      return jobs.map(({ id, retryCount, data }) => ({ ...data, id, attempt: retryCount }));
    },
    async drop(runId) {
      await unlessClosed(boss.deleteQueuedJobs(nameOf(runId)));
    },
    close: (runId) => boss.deleteQueue(nameOf(runId)),
    supervise: () => boss.supervise(),
    stop: () => boss.stop({ graceful: false, close: false }),
  };
}

/** Undefined where the run is over, and its queue gone: another worker has said so. */
async function unlessClosed<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && /^Queue .* does not exist$/.test(error.message)) return undefined;
    throw error;
  }
}

/** Several that come first at once may meet while the queue's tables are made; who comes second finds them. */
async function started(boss: PgBoss): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await boss.start();
      return;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (tries === MOST_TRIES || !MADE_TWICE.has(code)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200 * tries));
  }
}

const MOST_TRIES = 5;
/** It is there already, by different names for a schema, a table, a function, a type and a row. */
const MADE_TWICE: ReadonlySet<unknown> = new Set(["42P06", "42P07", "42723", "42710", "23505"]);

/** As pg-boss allows names to be: letters, digits, hyphens, dots and underscores. */
export function nameOf(runId: string): string {
  return `run-${runId.replaceAll(/[^\w.-]/g, "_")}`;
}

function attemptOf({ id, attempt }: Claim): { readonly id: string; readonly retryCount: number } {
  return { id, retryCount: attempt };
}

/** pg-boss asks through the connection of our choice: the pool that waits for a database that is away, or a transaction. */
function dbOf(query: PostgresQuery): Db {
  return {
    async executeSql(text, values) {
      const rows = await query(text, values);
      return { rows: [...rows] };
    },
  };
}

/** Which of them the answer is about: the others were somebody else's by then. */
function settledOf(answer: object | undefined): readonly string[] {
  return (answer as { readonly settled?: readonly string[] } | undefined)?.settled ?? [];
}

/** What the queue would ask the database, without asking it. */
async function captured(ask: (db: Db) => Promise<void>): Promise<QueueStatement | undefined> {
  let asked: QueueStatement | undefined;
  await ask({
    async executeSql(text, values = []) {
      asked = { text, values };
      return { rows: [{ count: 0, ids: [] }] };
    },
  });
  return asked;
}
