import type { RunEvent } from "../../core/run.ts";
import { type EventRow, toRow } from "../event-row.ts";

/** An event as its row here has it. */
export interface PostgresRow extends EventRow {
  /** Of an event of a case: which conversation it belongs to, as text that holds whatever an id may hold. */
  readonly caseKey: string | null;
  /** Of an event of the run itself: what lists of runs say of it. */
  readonly listing: string | null;
}

export function toPostgresRow(event: RunEvent, text?: string): PostgresRow {
  const row = toRow(event, text);
  const caseKey = row.caseIndex === null ? null : JSON.stringify([row.evalSetId, row.evalId]);
  return { ...row, caseKey, listing: listingOf(event) };
}

/** So much of an event as a list of runs needs; the whole may have hundreds of kilobytes of config. */
function listingOf(event: RunEvent): string | null {
  if ("evalId" in event) return null;
  if (event.type !== "run-start") return JSON.stringify(event);
  const { type, runId, at, about } = event;
  const { kind, name, agent, sets } = about;
  return JSON.stringify({
    type,
    runId,
    at,
    about: {
      kind,
      name,
      agent: { name: agent.name },
      sets: sets.map(({ evalSetId }) => ({ evalSetId })),
    },
  });
}

/** Rows as the arrays that `assay.append` takes, one a column. */
export function columnsOf(rows: readonly PostgresRow[]): readonly (readonly unknown[])[] {
  const columns: readonly (keyof PostgresRow)[] = [
    "runId",
    "type",
    "caseIndex",
    "trial",
    "caseKey",
    "endKey",
    "status",
    "checksum",
    "body",
    "listing",
  ];
  return columns.map((column) => rows.map((row) => row[column]));
}
