import { readRow, type StoredRow, VOID_END } from "../event-row.ts";
import { type AsyncGroupCommit, asyncGroupCommit } from "./async-group-commit.ts";
import type { PostgresClient, PostgresQuery } from "./postgres-client.ts";
import type { PostgresLocks } from "./postgres-locks.ts";
import { columnsOf, type PostgresRow } from "./postgres-rows.ts";
import { JOURNAL_LOCK } from "./postgres-schema.ts";

const LIMITS = { rows: 512, length: 8_000_000 };

const APPEND =
  "SELECT assay.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS added";

const FIND_END = `
SELECT seq, type, case_index AS "caseIndex", trial, checksum, body FROM assay.events
WHERE run_id = $1 AND end_key = $2`;

/**
 * Writes rows in groups. Each group has a number, by which the database knows it when it is sent again because nobody can tell
 * whether a lost connection had committed it.
 */
export function postgresJournal(
  client: PostgresClient,
  locks: PostgresLocks,
): AsyncGroupCommit<PostgresRow> {
  let batch = 0;
  return asyncGroupCommit(async (rows) => {
    batch += 1;
    const held = locks.held(rows.map(({ runId }) => runId));
    const [row] = await client.query<{ added: number }>(APPEND, [
      locks.owner,
      batch,
      held,
      ...columnsOf(rows),
    ]);
    if (row !== undefined && row.added < rows.length) await replaceDamagedEnds(client, rows);
  }, LIMITS);
}

/** The first end of a conversation stands, unless it cannot be read any more. */
async function replaceDamagedEnds(
  client: PostgresClient,
  rows: readonly PostgresRow[],
): Promise<void> {
  for (const row of rows) {
    if (row.endKey !== null) await client.transaction((query) => replaceDamagedEnd(query, row));
  }
}

async function replaceDamagedEnd(query: PostgresQuery, row: PostgresRow): Promise<void> {
  await query(`SELECT pg_advisory_xact_lock(${JOURNAL_LOCK})`);
  const [stored] = await query<StoredRow & { seq: number }>(FIND_END, [row.runId, row.endKey]);
  if (stored === undefined || readRow(stored) !== undefined) return;
  await query("UPDATE assay.events SET type = $1, end_key = NULL WHERE seq = $2", [
    VOID_END,
    stored.seq,
  ]);
  await query(
    `INSERT INTO assay.events (run_id, type, case_index, trial, case_key, end_key, status, checksum, body)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.runId,
      row.type,
      row.caseIndex,
      row.trial,
      row.caseKey,
      row.endKey,
      row.status,
      row.checksum,
      row.body,
    ],
  );
}
