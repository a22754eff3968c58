import type { RunEvent } from "../../../core/run.ts";
import type { RunStanding } from "../../../core/run-store.ts";
import { type StoredCounts, soundCounts } from "../../run-counts.ts";
import type { PostgresClient } from "../postgres-client.ts";
import type { PostgresLocks } from "../postgres-locks.ts";
import { JOURNAL_LOCK } from "../postgres-schema.ts";
import { COLUMNS, type PlacedRow } from "../read-events.ts";
import { RECOUNT } from "./counts-schema.ts";

interface Asked {
  readonly client: PostgresClient;
  readonly locks: PostgresLocks;
}

interface CountedRow extends StoredCounts {
  readonly runId: string;
}

/** Where many runs stand, in as few questions as for one. */
export async function readStandings(
  { client, locks }: Asked,
  runIds: readonly string[],
  eventsOf: (runId: string, rows: readonly PlacedRow[]) => readonly RunEvent[],
): Promise<ReadonlyMap<string, RunStanding>> {
  // who works on them is asked first
  const locked = await locks.locked(runIds);
  const [rows, counted] = await Promise.all([
    client.query<PlacedRow & { runId: string }>(RUN_EVENTS, [runIds]),
    client.query<CountedRow>(COUNTS_OF, [runIds]),
  ]);
  const rowsOf = Map.groupBy(rows, ({ runId }) => runId);
  const countsOf = new Map(counted.map(({ runId, ...counts }) => [runId, counts]));
  const standingOf = (runId: string): RunStanding => ({
    isLocked: locked.has(runId),
    events: eventsOf(runId, rowsOf.get(runId) ?? []),
    ended: soundCounts(countsOf.get(runId)),
  });
  return new Map(runIds.map((runId) => [runId, standingOf(runId)]));
}

/** Counts again, by the events, while nobody writes any; gives the runs that had been counted wrong. */
export async function recount(client: PostgresClient): Promise<readonly string[]> {
  const wrong = await client.query<{ runId: string }>(RECOUNT.MISCOUNTED);
  if (wrong.length > 0) {
    await client.transaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(${JOURNAL_LOCK})`);
      await query(RECOUNT.FORGET);
      await query(RECOUNT.COUNT_ALL);
    });
  }
  return wrong.map(({ runId }) => runId);
}

const RUN_EVENTS = `
SELECT run_id AS "runId", ${COLUMNS} FROM assay.events WHERE run_id = ANY($1) AND case_index IS NULL ORDER BY seq`;

const COUNTS_OF = `
SELECT run_id AS "runId", passed, failed, not_evaluated AS "not-evaluated", ended FROM assay.run_counts
WHERE run_id = ANY($1)`;
