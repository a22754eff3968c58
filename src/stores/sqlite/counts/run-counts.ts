import type { DatabaseSync } from "node:sqlite";
import type { EndCounts } from "../../../core/run-store.ts";
import { type StoredCounts, soundCounts } from "../../run-counts.ts";
import { inTransaction } from "../in-transaction.ts";
import { COUNT_ALL, SELECT_COUNTS, SELECT_MISCOUNTED } from "./counts-schema.ts";

/** Of runs, as the database has counted them; undefined where that is damaged. */
export function readCounts(database: DatabaseSync): (runId: string) => EndCounts | undefined {
  const select = database.prepare(SELECT_COUNTS);
  return (runId) => soundCounts(select.get(runId) as StoredCounts | undefined);
}

/** Counts again, by the events; gives the runs that had been counted wrong. */
export function recount(database: DatabaseSync): readonly string[] {
  const wrong = database
    .prepare(SELECT_MISCOUNTED)
    .all()
    .map(({ runId }) => String(runId));
  if (wrong.length === 0) return [];
  return inTransaction(database, () => {
    database.exec(`DELETE FROM run_counts; ${COUNT_ALL}`);
    return wrong;
  });
}
