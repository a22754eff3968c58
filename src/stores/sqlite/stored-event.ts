import type { EventRow, StoredRow } from "../event-row.ts";
import type { ShortenedRow } from "./templates/stored-templates.ts";

/** An event as the file has it, with its place. */
export interface StoredEvent extends StoredRow, ShortenedRow {
  readonly seq: number;
}

export interface ListedEvent extends StoredEvent {
  readonly runId: string;
}

export interface EndedRow extends Omit<EventRow, "body" | "endKey"> {
  readonly seq: number;
  readonly template: number | null;
  readonly body: string | null;
}
