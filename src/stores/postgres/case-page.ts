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
  const rows = await query<PageRow>(PAGE, [runId, limit, offset]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { newest, count, cases } = first;
  const events = rows.map(eventOf).filter((event) => event !== undefined);
  return { events, cases, count, seq: newest };
}

interface PageRow extends PlacedRow, Pick<CasePage, "cases" | "count"> {
  /** The place of the run's last event. */
  readonly newest: number;
}

/** One question, so that all of it is seen at one moment. */
const PAGE = `
WITH places AS MATERIALIZED (
  SELECT case_index AS place, max(seq) AS seq FROM assay.events WHERE run_id = $1 GROUP BY case_index
), page AS MATERIALIZED (
  SELECT place FROM places WHERE place IS NOT NULL ORDER BY place LIMIT $2 OFFSET $3
), bounds AS MATERIALIZED (
  SELECT (SELECT max(seq) FROM places) AS newest, (SELECT count(place) FROM places) AS count,
    (SELECT count(*) FROM page) AS cases, (SELECT min(place) FROM page) AS first, (SELECT max(place) FROM page) AS last
)
SELECT newest, count, cases, e.* FROM bounds, LATERAL (
  SELECT ${COLUMNS} FROM assay.events WHERE run_id = $1 AND case_index IS NULL
  UNION ALL
  SELECT ${COLUMNS} FROM assay.events WHERE run_id = $1 AND case_index BETWEEN first AND last
) AS e
ORDER BY seq`;
