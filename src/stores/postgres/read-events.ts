import type { CaseEventFilter } from "../../core/run-store.ts";
import type { StoredRow } from "../event-row.ts";
import type { PostgresQuery } from "./postgres-client.ts";

export interface PlacedRow extends StoredRow {
  readonly seq: number;
  readonly caseKey: string | null;
}

interface Asked {
  readonly indexes?: CaseEventFilter["indexes"];
  readonly type?: "case-start" | "case-end" | undefined;
}

export const COLUMNS = `seq, type, case_index AS "caseIndex", trial, checksum, body, case_key AS "caseKey"`;

const FEWEST = 8;
const FIRST = 200;
const MOST = 1000;
/** Characters of text that one answer should have about. */
const LENGTH = 2_000_000;

/**
 * Rows of a run's cases in plan order, many at a time, as the journal stood in the beginning. Long reads hold no
 * transaction open: places in the journal become visible in their order, so one place says what was there.
 */
export async function* casePages(
  query: PostgresQuery,
  runId: string,
  { indexes, type }: Asked,
): AsyncGenerator<readonly PlacedRow[]> {
  const [newest] = await query<{ seq: number | null }>(
    "SELECT max(seq) AS seq FROM assay.events WHERE run_id = $1",
    [runId],
  );
  if (newest?.seq == null) return;
  // literals, so that the index of what is asked for is seen
  const ofType = type === undefined ? "" : `AND type = '${type}'`;
  const ofCases = indexes === undefined ? "" : "AND case_index = ANY($7)";
  const sql = `
SELECT ${COLUMNS} FROM assay.events
WHERE run_id = $1 AND case_index IS NOT NULL AND seq <= $2 AND (case_index, trial, seq) > ($3, $4, $5)
  ${ofType} ${ofCases}
ORDER BY case_index, trial, seq LIMIT $6`;
  let after: readonly [number, number, number] = [-(2 ** 31), 0, 0];
  let limit = FIRST;
  for (;;) {
    const given = [runId, newest.seq, ...after, limit, ...(indexes === undefined ? [] : [indexes])];
    const rows = await query<PlacedRow>(sql, given);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = [Number(last.caseIndex), Number(last.trial), last.seq];
    limit = nextLimit(rows);
  }
}

function nextLimit(rows: readonly PlacedRow[]): number {
  const length = rows.reduce((sum, { body }) => sum + body.length, 0) / rows.length;
  return Math.min(MOST, Math.max(FEWEST, Math.floor(LENGTH / Math.max(1, length))));
}
