import { keyOf } from "../core/folds/open-cases.ts";
import type { Stuck } from "../project/run/watchdog/stuck-code.ts";
import type { PostgresClient, PostgresQuery } from "../stores/postgres/postgres-client.ts";

/**
 * A conversation that workers are lost with may be what they are lost by, or merely have run beside it. So one that was
 * lost this often runs alone in its worker, and only what is lost then counts against it.
 */
export const LOST_OFTEN = 3;

/** So many workers may be lost with it alone, one after the other and without a turn or a call further. */
const MOST_LOST_ALONE = 5;

/** A conversation, and what it has got through. */
interface Progress {
  readonly runId: string;
  /** By `keyOf`. */
  readonly key: string;
  /** Turns and model calls of it that are journaled. */
  readonly journaled: number;
}

/** Counts that it begins alone; false once that has ended too many workers. */
export async function mayBeginAlone(client: PostgresClient, at: Progress): Promise<boolean> {
  const given = [at.runId, JSON.stringify(at.key), at.journaled];
  const [row] = await client.query<{ begun: number }>(BEGIN, given);
  return (row?.begun ?? 0) <= MOST_LOST_ALONE;
}

/** It was given back, and its worker not lost. */
export async function notLost(client: PostgresClient, { runId, key }: Progress): Promise<void> {
  await client.query(NOT_LOST, [runId, JSON.stringify(key)]);
}

/** Tells all workers of code that never let go of its process, so that none of them runs it again. */
export async function tellStuck(client: PostgresClient, stuck: readonly Stuck[]): Promise<void> {
  for (const each of stuck) {
    if (each.runId === undefined) continue;
    const given = [each.runId, JSON.stringify(keyOf(each)), JSON.stringify(each)];
    await client.query(TELL, given);
  }
}

/** What other workers know of code that got stuck in a conversation. */
export async function readStuck(
  client: PostgresClient,
  { runId, key }: Pick<Progress, "runId" | "key">,
): Promise<readonly Stuck[]> {
  const given = [runId, JSON.stringify(key)];
  const [row] = await client.query<{ stuck: readonly string[] }>(READ, given);
  return (row?.stuck ?? []).map((text) => JSON.parse(text) as Stuck);
}

/** A run that is put into the queue anew begins without them. */
export async function forgetTroubles(query: PostgresQuery, runId: string): Promise<void> {
  await query("DELETE FROM assay.troubles WHERE run_id = $1", [runId]);
}

const BEGIN = `
INSERT INTO assay.troubles AS t (run_id, key, begun_alone, journaled) VALUES ($1, $2, 1, $3)
ON CONFLICT (run_id, key) DO UPDATE SET journaled = excluded.journaled,
  begun_alone = CASE WHEN excluded.journaled > t.journaled THEN 1 ELSE t.begun_alone + 1 END
RETURNING begun_alone AS begun`;

const NOT_LOST = `
UPDATE assay.troubles SET begun_alone = greatest(0, begun_alone - 1) WHERE run_id = $1 AND key = $2`;

const TELL = `
INSERT INTO assay.troubles AS t (run_id, key, stuck) VALUES ($1, $2, ARRAY[$3::text])
ON CONFLICT (run_id, key) DO UPDATE
  SET stuck = CASE WHEN $3 = ANY(t.stuck) THEN t.stuck ELSE t.stuck || excluded.stuck END`;

const READ = "SELECT stuck FROM assay.troubles WHERE run_id = $1 AND key = $2";
