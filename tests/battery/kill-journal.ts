import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  type ShortenedRow,
  templateReader,
} from "../../src/stores/sqlite/templates/stored-templates.ts";
import type { KillJob } from "./kill-jobs.ts";

/** What the journal knows, read as a stranger would read it. */
export interface Journal {
  readonly runs: number;
  readonly finished: boolean;
  /** Set, case and trial of every conversation that ended. */
  readonly ended: ReadonlySet<string>;
  readonly ends: number;
  /** What was paid for and answered: session and user text of every turn, the nonce of every judge's reply. */
  readonly paid: ReadonlySet<string>;
  readonly paidTwice: number;
}

export function journal(folder: string, { kind, report }: KillJob): Journal {
  const path = join(folder, ".assay", "assay.db");
  if (!existsSync(path)) return foldJournal([]);
  const database = new DatabaseSync(path);
  try {
    const table = database.prepare("SELECT name FROM sqlite_master WHERE name = 'events'").all();
    if (table.length === 0) return foldJournal([]);
    const whole = templateReader(database);
    const rows = database.prepare("SELECT run_id, body, template FROM events ORDER BY seq").all();
    const events = rows.map((row) => {
      const { body } = whole(String(row.run_id), row as unknown as ShortenedRow);
      return JSON.parse(body);
    });
    const meant = new Set(
      events.filter((event) => event.about?.kind === kind).map((event) => event.runId),
    );
    // tests that ask for a stopped run when there is none left begin a new one, which repeats nothing
    if (report !== undefined) for (const runId of begunAfterEnd(events)) meant.delete(runId);
    return foldJournal(events.filter((event) => meant.has(event.runId)));
  } finally {
    database.close();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: events as a stranger would read them
type Events = readonly any[];

/** Runs that began when an earlier one had come to its end. */
function begunAfterEnd(events: Events): readonly string[] {
  const end = events.findIndex(({ type, status }) => type === "run-end" && status === "ended");
  if (end === -1) return [];
  const later = events.slice(end).filter(({ type }) => type === "run-start");
  return later.map(({ runId }) => runId);
}

function foldJournal(events: Events): Journal {
  const ended = events.filter(({ type }) => type === "case-end").map(keyOf);
  const paid = events[0]?.about?.kind === "eval" ? heldTurns(events) : judgedNonces(events);
  const distinct = new Set(paid);
  const last = events.findLast(({ type }) => type.startsWith("run-"));
  return {
    runs: events.filter(({ type }) => type === "run-start").length,
    finished: last?.type === "run-end" && last.status === "ended",
    ended: new Set(ended),
    ends: ended.length,
    paid: distinct,
    paidTwice: paid.length - distinct.size,
  };
}

function heldTurns(events: Events): readonly string[] {
  const sessions = new Map<string, string>();
  const turns: string[] = [];
  for (const event of events) {
    if (event.type === "case-start") sessions.set(keyOf(event), event.sessionId);
    if (event.type !== "turn-end") continue;
    turns.push(`${sessions.get(keyOf(event))} ${event.invocation.userContent.parts[0].text}`);
  }
  return turns;
}

function judgedNonces(events: Events): readonly string[] {
  const calls = events.filter(({ type }) => type === "call-end");
  return calls.map(({ reply }) => JSON.parse(reply.text).nonce);
}

function keyOf({ evalId, trial }: { evalId: string; trial: number }): string {
  return `${evalId} ${trial}`;
}
