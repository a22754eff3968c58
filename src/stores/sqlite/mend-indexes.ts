import type { DatabaseSync } from "node:sqlite";
import type { MendedStore } from "../../core/run-store.ts";

/** More of them say no more. */
const MOST_FAULTS = 20;

/**
 * Rows are found by indexes, and one that was damaged leaves rows out without a word: no checksum is ever looked at. All
 * that stands in an index stands in its table too, so that it can be made anew.
 */
export function mendIndexes(database: DatabaseSync): MendedStore {
  const found = faultsOf(database);
  if (found.length === 0) return { mended: [], damaged: [] };
  try {
    database.exec("REINDEX");
  } catch {
    // where nothing may be written, or the table itself is damaged
    return { mended: [], damaged: found };
  }
  const damaged = faultsOf(database);
  return { mended: damaged.length === 0 ? found : [], damaged };
}

function faultsOf(database: DatabaseSync): readonly string[] {
  const rows = database.prepare(`PRAGMA integrity_check(${MOST_FAULTS})`).all();
  return rows.map((row) => String(row.integrity_check)).filter((fault) => fault !== "ok");
}
