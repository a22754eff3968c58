import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { RunEvent } from "../core/run.ts";
import type { EndedCase, RunStore } from "../core/run-store.ts";
import { type Damage, type EventRow, endedCase, fromRow, toRow } from "./event-row.ts";
import { runListings } from "./run-listings.ts";
import { openSnapshot } from "./sqlite-database.ts";
import { openJournal, type SqliteJournal } from "./sqlite-journal.ts";
import {
  DELETE_EVENTS,
  SELECT_ALL_RUN_EVENTS,
  SELECT_CASE_EVENTS,
  SELECT_ENDED_CASES,
  SELECT_RUN_EVENTS,
} from "./sqlite-schema.ts";
import { storeProblem } from "./store-problem.ts";

export interface SqliteStoreOptions {
  /** The database file; its folder is made when the first event is written. */
  readonly path: string;
  /** Milliseconds to wait for another program that holds the database. */
  readonly busyTimeout?: number | undefined;
  /** Told of every stored event that cannot be read any more. By default a warning of the process. */
  readonly onDamage?: ((damage: Damage) => void) | undefined;
}

const BUSY_TIMEOUT = 5000;

/** The journal in one SQLite file. Reading alone never makes a file. */
export function sqliteStore(options: string | SqliteStoreOptions): RunStore {
  const given: SqliteStoreOptions = typeof options === "string" ? { path: options } : options;
  const { path, onDamage = warnOfDamage, busyTimeout = BUSY_TIMEOUT } = given;
  let journal: SqliteJournal | undefined;

  function forWriting(): SqliteJournal {
    journal ??= openJournal(path, busyTimeout);
    return journal;
  }
  function forReading(): DatabaseSync | undefined {
    return journal !== undefined || existsSync(path) ? forWriting().database : undefined;
  }
  function eventOf(runId: string, row: StoredEvent): RunEvent | undefined {
    return fromRow(row, () => onDamage({ runId, seq: row.seq }));
  }
  function* read<Row>(database: DatabaseSync | undefined, sql: string, ...parameters: string[]) {
    if (database === undefined) return;
    yield* database.prepare(sql).iterate(...parameters) as Iterable<Row>;
  }
  async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storeProblem(error, path);
    }
  }

  return {
    append(event) {
      try {
        const row = toRow(event);
        return forWriting().group.add(row, row.body.length);
      } catch (error) {
        return Promise.reject(storeProblem(error, path));
      }
    },
    async flush() {
      await journal?.group.flush();
    },
    list: () =>
      inWords(() => {
        const listings = runListings();
        const rows = read<StoredEvent & { runId: string }>(forReading(), SELECT_ALL_RUN_EVENTS);
        for (const row of rows) listings.add(row.runId, eventOf(row.runId, row));
        return listings.newestFirst();
      }),
    runEvents: (runId) =>
      inWords(() => {
        const rows = read<StoredEvent>(forReading(), SELECT_RUN_EVENTS, runId);
        return Array.from(rows, (row) => eventOf(runId, row)).filter(
          (event) => event !== undefined,
        );
      }),
    async *caseEvents(runId) {
      const snapshot = await inWords(() => forReading() && openSnapshot(path, busyTimeout));
      try {
        for (const row of read<StoredEvent>(snapshot, SELECT_CASE_EVENTS, runId)) {
          const event = eventOf(runId, row);
          if (event !== undefined) yield event;
        }
      } catch (error) {
        throw storeProblem(error, path);
      } finally {
        snapshot?.close();
      }
    },
    endedCases: (runId) =>
      inWords((): readonly EndedCase[] =>
        Array.from(read<EndedRow>(forReading(), SELECT_ENDED_CASES, runId), (row) => {
          const event = row.body === null ? undefined : eventOf(runId, { ...row, body: row.body });
          return endedCase(event === undefined ? row : toRow(event));
        }),
      ),
    remove: (runId) =>
      inWords(() => {
        forReading()?.prepare(DELETE_EVENTS).run(runId);
      }),
    lock: (runId) => inWords(() => forWriting().locks.lock(runId)),
    unlock: (runId) => inWords(() => journal?.locks.unlock(runId)),
    isLocked: (runId) =>
      inWords(() => forReading() !== undefined && forWriting().locks.isLocked(runId)),
    close: () =>
      inWords(async () => {
        const closing = journal;
        journal = undefined;
        try {
          await closing?.group.flush();
        } finally {
          closing?.close();
        }
      }),
  };
}

interface StoredEvent {
  readonly seq: number;
  readonly type: string;
  readonly checksum: number;
  readonly body: string;
}

interface EndedRow extends Omit<EventRow, "body"> {
  readonly seq: number;
  readonly body: string | null;
}

function warnOfDamage({ runId, seq }: Damage): void {
  process.emitWarning(`Event ${seq} of run ${runId} is damaged and was left out.`, {
    code: "ASSAY_DAMAGED_EVENT",
  });
}
