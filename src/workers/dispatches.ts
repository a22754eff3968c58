import type { RunInfo } from "../core/run-info.ts";
import type { Halt } from "../runner/run-plan.ts";
import type { PostgresClient, PostgresQuery } from "../stores/postgres/postgres-client.ts";

/** A run that workers have, as all of them see it. */
export interface Dispatch {
  readonly runId: string;
  /** It goes on with a run that was stopped: of any of its cases something may have been journaled. */
  readonly resumes: boolean;
  /** Conversations that were to be run, and those of them that have ended. */
  readonly planned: number;
  readonly ended: number;
  /** Those of which something was not measured, since a model could not be reached. */
  readonly unreached: number;
  readonly failFast: boolean;
  /** US dollars that model calls of ours may cost, and the whole run. */
  readonly maxCost: number | null;
  readonly budget: number | null;
  /** Set: nothing of it begins any more. */
  readonly halt: RunHalt | null;
  /** Conversations in flight are not waited for either. */
  readonly kills: boolean;
  /** Its deadline has passed. */
  readonly isLate: boolean;
  /** How many conversations all workers run at once. */
  readonly places: number;
}

/** Why workers begin nothing more of a run. */
export interface RunHalt extends Omit<Halt, "status"> {
  readonly status: Halt["status"] | "interrupted";
}

export interface NewDispatch
  extends Pick<Dispatch, "runId" | "resumes" | "planned" | "failFast" | "maxCost" | "budget"> {
  /** The plan as it was made where the run was started, or gone on with; its secrets are masked. */
  readonly about: RunInfo;
  /** Distinguishes it from an earlier one of the same run. */
  readonly token: string;
  /** Seconds from now. */
  readonly deadline: number | undefined;
  /** What the run has cost already, its agents apart. */
  readonly spent: number;
  readonly agentsSpent: number;
}

/** What came of conversations that end in one commit. */
export interface EndedCounts {
  readonly ended: number;
  readonly unreached: number;
  readonly failed: number;
  /** What their agents cost. */
  readonly agentsSpent: number;
}

const COLUMNS = `run_id AS "runId", resumes, planned, ended, unreached, fail_fast AS "failFast", max_cost AS "maxCost",
  budget, halt, kills, coalesce(deadline < now(), false) AS "isLate",
  (SELECT coalesce(sum(concurrency), 0) FROM assay.workers WHERE concurrency > 0 AND seen > now() - interval '15 seconds') AS places`;

export async function openDispatches(client: PostgresClient): Promise<readonly Dispatch[]> {
  return await client.query<Dispatch>(
    `SELECT ${COLUMNS} FROM assay.dispatches WHERE state = 'open' ORDER BY begun, run_id`,
  );
}

export async function findDispatch(
  client: PostgresClient,
  runId: string,
): Promise<Dispatch | undefined> {
  const [found] = await client.query<Dispatch>(
    `SELECT ${COLUMNS} FROM assay.dispatches WHERE state = 'open' AND run_id = $1`,
    [runId],
  );
  return found;
}

/** What its workers must come to as well when they plan it. */
export async function dispatchedAbout(client: PostgresClient, runId: string): Promise<RunInfo> {
  const [row] = await client.query<{ about: string }>(
    "SELECT about FROM assay.dispatches WHERE run_id = $1",
    [runId],
  );
  if (row === undefined) throw new Error(`run ${runId} is in no queue any more`);
  return JSON.parse(row.about) as RunInfo;
}

/** False where it was begun already: by us, in a transaction of which nobody could tell how it ended. */
export async function insertDispatch(query: PostgresQuery, given: NewDispatch): Promise<boolean> {
  const rows = await query(INSERT, [
    given.runId,
    given.token,
    given.resumes,
    given.planned,
    given.failFast,
    given.maxCost,
    given.budget,
    given.deadline ?? null,
    given.spent,
    given.agentsSpent,
    JSON.stringify(given.about),
  ]);
  return rows.length > 0;
}

/** Counts what has ended; gives why nothing more is to begin, where this decided it. */
export async function countEnded(
  query: PostgresQuery,
  runId: string,
  { ended, unreached, failed, agentsSpent }: EndedCounts,
): Promise<RunHalt | undefined> {
  const [row] = await query<CountedRow>(COUNT, [runId, ended, unreached, agentsSpent]);
  if (row === undefined || row.halt !== null) return undefined;
  const halt = haltOf(row, failed);
  if (halt !== undefined) await query(HALT, [runId, JSON.stringify(halt), false]);
  return halt;
}

interface CountedRow extends Pick<Dispatch, "failFast" | "budget" | "halt"> {
  readonly spent: number;
}

/** Ten times a cent are a little less than ten cents. */
const ROUNDING = 1e-9;

function haltOf({ failFast, budget, spent }: CountedRow, failed: number): RunHalt | undefined {
  if (failFast && failed > 0) return { status: "stopped-early" };
  if (budget === null || spent < budget - ROUNDING) return undefined;
  const detail = `The budget of $${budget} is spent: $${spent.toFixed(4)}. What is left goes on with --resume and a larger --budget; nothing is paid for twice.`;
  return { status: "stopped-early", detail };
}

/** The first reason stands. `kills`: what is in flight is not waited for. */
export async function haltDispatch(
  client: PostgresClient,
  runId: string,
  halt: RunHalt,
  kills = false,
): Promise<void> {
  await client.query(HALT, [runId, JSON.stringify(halt), kills]);
}

const INSERT = `
INSERT INTO assay.dispatches AS d
  (run_id, token, state, resumes, planned, fail_fast, max_cost, budget, deadline, spent, agents_spent, about)
VALUES ($1, $2, 'open', $3, $4, $5, $6, $7, now() + $8::double precision * interval '1 second', $9, $10, $11)
ON CONFLICT (run_id) DO UPDATE SET token = excluded.token, state = 'open', resumes = excluded.resumes,
  planned = excluded.planned, ended = 0, unreached = 0, fail_fast = excluded.fail_fast, max_cost = excluded.max_cost,
  budget = excluded.budget, deadline = excluded.deadline, spent = excluded.spent, agents_spent = excluded.agents_spent,
  about = excluded.about, halt = NULL, kills = false, closer = NULL, closing = NULL, turn_of = NULL, turn_until = NULL, begun = now()
WHERE d.token <> excluded.token AND d.state <> 'open'
RETURNING run_id`;

const COUNT = `
UPDATE assay.dispatches SET ended = ended + $2, unreached = unreached + $3, agents_spent = agents_spent + $4
WHERE run_id = $1
RETURNING fail_fast AS "failFast", budget, spent + agents_spent AS spent, halt`;

const HALT = `
UPDATE assay.dispatches SET halt = coalesce(halt, $2::jsonb), kills = kills OR $3 WHERE run_id = $1 AND state = 'open'`;
