import { crc32 } from "node:zlib";
import { parseJson } from "../core/json/json-text.ts";
import type { CaseKey, RunEvent } from "../core/run.ts";
import type { EndedCase } from "../core/run-store.ts";

/** An event as a store keeps it: its JSON, a checksum of it, and the fields it is found by. */
export interface EventRow {
  readonly runId: string;
  readonly type: RunEvent["type"];
  readonly caseIndex: number | null;
  readonly trial: number | null;
  readonly evalSetId: string | null;
  readonly evalId: string | null;
  readonly status: string | null;
  /** Of a `case-end`: which conversation it ends, as text that no encoding changes. */
  readonly endKey: string | null;
  readonly checksum: number;
  readonly body: string;
}

/** A row whose checksum is computed where it is written. */
export type UncheckedRow = Omit<EventRow, "checksum">;

export function toRow(event: RunEvent, body: string = JSON.stringify(event)): EventRow {
  return { ...uncheckedRow(event, body), checksum: crc32(body) };
}

export function uncheckedRow(event: RunEvent, body: string = JSON.stringify(event)): UncheckedRow {
  const ofCase = "evalId" in event ? event : undefined;
  return {
    runId: event.runId,
    type: event.type,
    caseIndex: ofCase?.index ?? null,
    trial: ofCase?.trial ?? null,
    evalSetId: ofCase?.evalSetId ?? null,
    evalId: ofCase?.evalId ?? null,
    status: event.type === "case-end" ? event.status : null,
    endKey: event.type === "case-end" ? endKeyOf(event) : null,
    body,
  };
}

/** JSON escapes halves of surrogate pairs, which a database would turn into one and the same character. */
export function endKeyOf({ evalSetId, evalId, trial }: Omit<CaseKey, "index">): string {
  return JSON.stringify([evalSetId, evalId, trial]);
}

/** An end that no longer counts keeps its row under this type, which nothing reads. */
export const VOID_END = "case-end-void";

/** What the row of a `case-end` says without its body being read. */
export function endedCase(
  row: Pick<EventRow, "caseIndex" | "trial" | "evalSetId" | "evalId" | "status">,
): EndedCase {
  return {
    evalSetId: String(row.evalSetId),
    evalId: String(row.evalId),
    trial: Number(row.trial),
    index: Number(row.caseIndex),
    status: row.status as EndedCase["status"],
  };
}

/** A stored event that cannot be read any more. The rest of its run can. */
export interface Damage {
  readonly runId: string;
  readonly seq: number;
}

/** What the damaged event was. */
export interface DamagedPlace {
  readonly type: string;
  /** The case it belongs to, unless it is one of the run itself. */
  readonly evalId: string | undefined;
}

const TYPES: ReadonlySet<string> = new Set<RunEvent["type"]>([
  "run-start",
  "run-resume",
  "case-start",
  "turn-end",
  "state-set",
  "call-end",
  "check-end",
  "case-end",
  "gates-end",
  "run-end",
  "run-mark",
]);

/** As much of a row as its event is read from, the whole text in its body. */
export interface StoredRow {
  readonly type: string;
  readonly caseIndex: number | null;
  readonly trial: number | null;
  readonly checksum: number;
  readonly body: string;
}

/** The event of a row; undefined for damaged ones and for types that a later version may have added. */
export function fromRow(row: StoredRow, damaged: () => void): RunEvent | undefined {
  if (!TYPES.has(row.type)) return undefined;
  const event = readRow(row);
  if (event === undefined) damaged();
  return event;
}

/** A flipped bit mostly leaves valid JSON behind, with another meaning; one in a copied field leads to another place. */
export function readRow(row: StoredRow): RunEvent | undefined {
  try {
    if (crc32(row.body) !== row.checksum) return undefined;
    const event = parseJson(row.body) as RunEvent;
    return isInPlace(event, row) ? event : undefined;
  } catch {
    return undefined;
  }
}

function isInPlace(event: RunEvent, { type, caseIndex, trial }: StoredRow): boolean {
  if (event.type !== type) return false;
  const ofCase = "evalId" in event ? event : undefined;
  return (ofCase?.index ?? null) === caseIndex && (ofCase?.trial ?? null) === trial;
}
