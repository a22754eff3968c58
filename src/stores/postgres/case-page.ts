import type { RunEvent } from "../../core/run.ts";
import type { CasePage, PageOfCases } from "../../core/run-store.ts";
import type { PostgresQuery } from "./postgres-client.ts";
import { COLUMNS, type PlacedRow } from "./read-events.ts";

/** Reads one page of a run's cases, and nothing of its others but that they are there. */
export async function readCasePage(
  query: PostgresQuery,
  { runId, offset, limit }: PageOfCases & { readonly runId: string },
  eventOf: (row: PlacedRow) => RunEvent | undefined,
): Promise<CasePage | undefined> {
  const [places] = await query<Places>(PLACES, [runId, limit, offset]);
  if (places?.seq == null) return undefined;
  const { seq, count, first, last, cases } = places;
  // whatever is written meanwhile comes after this place
  const rows = await query<PlacedRow>(EVENTS, [runId, seq, first, last]);
  const events = rows.map(eventOf).filter((event) => event !== undefined);
  return { events, cases, count, seq };
}

interface Places {
  readonly seq: number | null;
  readonly count: number;
  readonly first: number | null;
  readonly last: number | null;
  readonly cases: number;
}

const PLACES = `
WITH places AS (
  SELECT case_index AS place, max(seq) AS seq FROM assay.events WHERE run_id = $1 GROUP BY case_index
), page AS (
  SELECT place FROM places WHERE place IS NOT NULL ORDER BY place LIMIT $2 OFFSET $3
)
SELECT (SELECT max(seq) FROM places) AS seq, (SELECT count(place) FROM places) AS count,
  min(place) AS first, max(place) AS last, count(*) AS cases
FROM page`;

const EVENTS = `
SELECT ${COLUMNS} FROM assay.events WHERE run_id = $1 AND case_index IS NULL AND seq <= $2
UNION ALL
SELECT ${COLUMNS} FROM assay.events WHERE run_id = $1 AND case_index BETWEEN $3 AND $4 AND seq <= $2
ORDER BY seq`;
