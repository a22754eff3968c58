import type { DatabaseSync } from "node:sqlite";
import { SELECT_BOUNDS, SELECT_EVENTS_BETWEEN, SELECT_POSITION } from "./sqlite-schema.ts";

/** Reads a run's rows in the order of the journal, which no index has: the journals of other runs must not be gone through. */
export interface JournalPages {
  position(database: DatabaseSync): number;
  rows(database: DatabaseSync, page: PageRequest): readonly unknown[];
}

interface PageRequest {
  readonly runId: string;
  readonly since: number;
  readonly limit: number;
}

export function journalPages(): JournalPages {
  const known = new Map<string, Known>();

  function position(database: DatabaseSync): number {
    return Number(database.prepare(SELECT_POSITION).get()?.seq ?? 0);
  }
  function lookUp(database: DatabaseSync, runId: string): Known | undefined {
    const found = known.get(runId);
    if (found !== undefined) return found;
    // before its bounds: what others wrote up to here is not gone through to find that nothing of it is of this run
    const searched = position(database);
    const { first, last } = database.prepare(SELECT_BOUNDS).get(runId) ?? {};
    if (typeof first !== "number" || typeof last !== "number") return undefined;
    const run = { first, last, searched: Math.max(last, searched) };
    known.set(runId, run);
    return run;
  }
  return {
    position,
    rows(database, { runId, since, limit }) {
      const run = lookUp(database, runId);
      if (run === undefined) return [];
      const { first, last, searched } = run;
      const isNew = since >= last;
      const from = Math.max(since, isNew ? searched : first - 1);
      const end = isNew ? position(database) : last;
      const statement = database.prepare(SELECT_EVENTS_BETWEEN);
      const rows = statement.all(from, end, runId, limit) as { seq: number }[];
      const newest = rows.at(-1)?.seq ?? last;
      if (isNew) {
        known.set(runId, { first, last: newest, searched: rows.length < limit ? end : newest });
      }
      return rows;
    },
  };
}

/** What was seen of a run: its first and its newest row, and up to where the journal has been searched for more. */
interface Known {
  readonly first: number;
  readonly last: number;
  readonly searched: number;
}
