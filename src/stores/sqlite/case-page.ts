import type { DatabaseSync } from "node:sqlite";
import type { RunEvent } from "../../core/run.ts";
import type { CasePage, PageOfCases } from "../../core/run-store.ts";
import { CASE_PAGE } from "./sqlite-schema.ts";
import type { StoredEvent } from "./stored-event.ts";

/** Reads one page of a run's cases, and nothing of its others but that they are there. */
export function readCasePage(
  database: DatabaseSync,
  { runId, offset, limit }: PageOfCases & { readonly runId: string },
  eventOf: (row: StoredEvent) => RunEvent | undefined,
): CasePage | undefined {
  const { seq, count } = database.prepare(CASE_PAGE.BOUNDS).get(runId) ?? {};
  // whatever is written meanwhile comes after this place
  if (typeof seq !== "number") return undefined;
  const places = database.prepare(CASE_PAGE.PLACES).get(runId, seq, limit, offset);
  const { first = null, last = null, cases } = places ?? {};
  const rows = [
    ...database.prepare(CASE_PAGE.OF_RUN).all(runId, seq),
    ...database.prepare(CASE_PAGE.OF_CASES).all(runId, seq, first, last),
  ] as unknown as StoredEvent[];
  const events = rows
    .sort((a, b) => a.seq - b.seq)
    .map(eventOf)
    .filter((event) => event !== undefined);
  return { events, cases: Number(cases), count: Number(count), seq };
}
