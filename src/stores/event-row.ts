import { crc32 } from "node:zlib";
import { parseJson } from "../core/json-text.ts";
import type { RunEvent } from "../core/run.ts";
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
  readonly checksum: number;
  readonly body: string;
}

export function toRow(event: RunEvent, body: string = JSON.stringify(event)): EventRow {
  const ofCase = "evalId" in event ? event : undefined;
  return {
    runId: event.runId,
    type: event.type,
    caseIndex: ofCase?.index ?? null,
    trial: ofCase?.trial ?? null,
    evalSetId: ofCase?.evalSetId ?? null,
    evalId: ofCase?.evalId ?? null,
    status: event.type === "case-end" ? event.status : null,
    checksum: crc32(body),
    body,
  };
}

/** What the row of a `case-end` says without its body being read. */
export function endedCase(row: Omit<EventRow, "runId" | "type" | "checksum" | "body">): EndedCase {
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

const TYPES: ReadonlySet<string> = new Set<RunEvent["type"]>([
  "run-start",
  "run-resume",
  "case-start",
  "turn-end",
  "call-end",
  "case-end",
  "run-end",
]);

/** The event of a row; undefined for damaged ones and for types that a later version may have added. */
export function fromRow(
  row: { readonly type: string; readonly checksum: number; readonly body: string },
  damaged: () => void,
): RunEvent | undefined {
  if (!TYPES.has(row.type)) return undefined;
  try {
    // a flipped bit mostly leaves valid JSON behind, with another meaning
    if (crc32(row.body) === row.checksum) return parseJson(row.body) as RunEvent;
  } catch {
    // told below like any other damage
  }
  damaged();
  return undefined;
}
