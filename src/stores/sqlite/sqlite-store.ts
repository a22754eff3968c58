import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RunEvent } from "../../core/run.ts";
import type { CaseEventFilter, EndedCase, RunStanding, RunStore } from "../../core/run-store.ts";
import {
  type Damage,
  type DamagedPlace,
  endedCase,
  endKeyOf,
  fromRow,
  toRow,
  uncheckedRow,
  VOID_END,
} from "../event-row.ts";
import { listingMemory } from "../run-listings.ts";
import { storeProblem } from "../store-problem.ts";
import { warnOfDamage } from "../warn-of-damage.ts";
import { readCaseEnds, readWholeCaseEnds } from "./case-ends/read-case-ends.ts";
import { readCasePage } from "./case-page.ts";
import { readCounts, recount } from "./counts/run-counts.ts";
import { journalPages } from "./journal-pages.ts";
import { mendIndexes } from "./mend-indexes.ts";
import { openDatabase, openForReading } from "./sqlite-database.ts";
import { openJournal, type SqliteJournal } from "./sqlite-journal.ts";
import {
  COUNT_RUN_EVENTS,
  DELETE_RUN,
  SELECT_ALL_RUN_EVENTS,
  SELECT_CASE_ENDS,
  SELECT_CASE_EVENTS,
  SELECT_CASE_STARTS,
  SELECT_ENDED_CASES,
  SELECT_EVAL_ID,
  SELECT_EVENTS_OF_CASE,
  SELECT_RUN_EVENTS,
  VOID_ENDS,
} from "./sqlite-schema.ts";
import type { EndedRow, ListedEvent, StoredEvent } from "./stored-event.ts";
import type { Template } from "./templates/event-template.ts";
import {
  type TemplateReader,
  templateFinder,
  templateReader,
} from "./templates/stored-templates.ts";
import { commitThread } from "./thread/commit-thread.ts";

export interface SqliteStoreOptions {
  /** The database file; its folder is made when the first event is written. */
  readonly path: string;
  /** Milliseconds to wait for another program that holds the database. */
  readonly busyTimeout?: number | undefined;
  /** Told of every stored event that cannot be read any more. By default a warning of the process. */
  readonly onDamage?: ((damage: Damage, place: DamagedPlace) => void) | undefined;
}

const BUSY_TIMEOUT = 5000;

/** The journal in one SQLite file. Reading alone never makes a file. */
export function sqliteStore(options: string | SqliteStoreOptions): RunStore {
  const given: SqliteStoreOptions = typeof options === "string" ? { path: options } : options;
  const { onDamage = warnOfDamage, busyTimeout = BUSY_TIMEOUT } = given;
  // an agent may change the folder that the process works in
  const path = given.path === ":memory:" ? given.path : resolve(given.path);
  let journal: SqliteJournal | undefined;
  let expectsMany = false;
  const underway = new Set<StatementSync>();
  const pages = journalPages();
  const listings = listingMemory((row: ListedEvent) => eventOf(row.runId, row));

  function forWriting(open = openDatabase): SqliteJournal {
    journal ??= openJournal(path, open(path, busyTimeout));
    return journal;
  }
  function reading(): SqliteJournal | undefined {
    return journal !== undefined || existsSync(path) ? forWriting(openForReading) : undefined;
  }
  function forReading(): DatabaseSync | undefined {
    return reading()?.database;
  }
  function eventOf(runId: string, row: StoredEvent, whole?: TemplateReader): RunEvent | undefined {
    const read = (whole ?? forWriting(openForReading).whole)(runId, row);
    return fromRow(read, () => onDamage({ runId, seq: row.seq }, placeOf(row)));
  }
  function placeOf({ seq, type }: StoredEvent): DamagedPlace {
    const evalId = forReading()?.prepare(SELECT_EVAL_ID).get(seq)?.evalId;
    // as bytes, for Node 22 ends a text at its first NUL
    const bytes = evalId instanceof Uint8Array ? evalId : undefined;
    return { type, evalId: bytes && new TextDecoder().decode(bytes) };
  }
  function* read<Row>(
    database: DatabaseSync | undefined,
    sql: string,
    ...parameters: (string | number)[]
  ) {
    if (database === undefined) return;
    const statement = database.prepare(sql);
    // the rows of Node 22 do not keep their statement from being collected
    underway.add(statement);
    try {
      yield* statement.iterate(...parameters) as Iterable<Row>;
    } finally {
      underway.delete(statement);
    }
  }
  function runEvents(runId: string): readonly RunEvent[] {
    const rows = read<StoredEvent>(forReading(), SELECT_RUN_EVENTS, runId);
    return Array.from(rows, (row) => eventOf(runId, row)).filter((event) => event !== undefined);
  }
  function* caseRows(
    database: DatabaseSync | undefined,
    runId: string,
    { indexes, type }: CaseEventFilter = {},
  ) {
    const all = type === undefined ? SELECT_CASE_EVENTS : SELECT_CASE_STARTS;
    if (indexes === undefined) yield* read<StoredEvent>(database, all, runId);
    else {
      for (const index of indexes.toSorted((a, b) => a - b)) {
        yield* read<StoredEvent>(database, SELECT_EVENTS_OF_CASE, runId, index);
      }
    }
  }
  async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storeProblem(error, path);
    }
  }

  async function* caseEnds<Ends>(
    runId: string,
    readEnds: (
      rows: Iterable<StoredEvent>,
      templateOf: (id: number) => Template | undefined,
      onDamaged: (row: StoredEvent) => void,
    ) => Iterable<Ends>,
  ): AsyncGenerator<Ends> {
    const snapshot = await inWords(() => reading()?.snapshot());
    if (snapshot === undefined) return;
    try {
      const rows = read<StoredEvent>(snapshot, SELECT_CASE_ENDS, runId);
      const templateOf = templateFinder(snapshot);
      yield* readEnds(
        rows,
        (id) => templateOf(runId, id),
        (row) => onDamage({ runId, seq: row.seq }, placeOf(row)),
      );
    } catch (error) {
      throw storeProblem(error, path);
    } finally {
      snapshot.close();
    }
  }

  return {
    append(event, text) {
      try {
        const row = uncheckedRow(event, text);
        const open = forWriting();
        if (expectsMany) {
          expectsMany = false;
          open.writeOn((owner) => commitThread({ path, busyTimeout, owner }));
        }
        return open.group.add(row, row.body.length);
      } catch (error) {
        return Promise.reject(storeProblem(error, path));
      }
    },
    expectMany() {
      expectsMany = path !== ":memory:";
    },
    async flush() {
      await journal?.group.flush();
    },
    save() {
      journal?.group.save();
    },
    list: () =>
      inWords(() => {
        const database = forReading();
        if (database === undefined) return [];
        const list = () => {
          const { seq } = listings;
          const { before } = database.prepare(COUNT_RUN_EVENTS).get(seq) ?? {};
          const rows = [...read<ListedEvent>(database, SELECT_ALL_RUN_EVENTS, seq)];
          return listings.add(seq, { before: Number(before), rows });
        };
        return list() ?? list() ?? [];
      }),
    standings: (runIds) =>
      inWords(() => {
        const open = reading();
        if (open === undefined) return new Map();
        const countsOf = readCounts(open.database);
        const standingOf = (runId: string): RunStanding => ({
          isLocked: open.locks.isLocked(runId),
          events: runEvents(runId),
          ended: countsOf(runId),
        });
        return new Map(runIds.map((runId) => [runId, standingOf(runId)]));
      }),
    recount: () =>
      inWords(() => {
        const database = forReading();
        return database === undefined ? [] : recount(database);
      }),
    runEvents: (runId) => inWords(() => runEvents(runId)),
    async *caseEvents(runId, only) {
      const snapshot = await inWords(() => reading()?.snapshot());
      try {
        // templates may be younger than those the journal has read so far, never older than the snapshot
        const whole = snapshot && templateReader(snapshot);
        for (const row of caseRows(snapshot, runId, only)) {
          const event = eventOf(runId, row, whole);
          if (event !== undefined) yield event;
        }
      } catch (error) {
        throw storeProblem(error, path);
      } finally {
        snapshot?.close();
      }
    },
    caseEnds: (runId) => caseEnds(runId, readCaseEnds),
    wholeCaseEnds: (runId) => caseEnds(runId, readWholeCaseEnds),
    position: () =>
      inWords(() => {
        const database = forReading();
        return database === undefined ? 0 : pages.position(database);
      }),
    eventsSince: (runId, since, limit) =>
      inWords(() => {
        const database = forReading();
        const page = { runId, since, limit };
        const rows = (database === undefined ? [] : pages.rows(database, page)) as StoredEvent[];
        const events = rows.flatMap((row) => {
          const event = eventOf(runId, row);
          return event === undefined ? [] : [{ seq: row.seq, event }];
        });
        return { events, seq: rows.at(-1)?.seq ?? since };
      }),
    casePage: (runId, page) =>
      inWords(() => {
        const database = forReading();
        return database && readCasePage(database, { runId, ...page }, (row) => eventOf(runId, row));
      }),
    endedCases: (runId) =>
      inWords((): readonly EndedCase[] => {
        const ended = new Map<string, EndedCase>();
        for (const row of read<EndedRow>(forReading(), SELECT_ENDED_CASES, runId)) {
          const event = row.body === null ? undefined : eventOf(runId, { ...row, body: row.body });
          const each = endedCase(event === undefined ? row : toRow(event));
          const key = endKeyOf(each);
          if (!ended.has(key)) ended.set(key, each);
        }
        return [...ended.values()];
      }),
    reopen: (runId, key) =>
      inWords(() => {
        const { evalSetId, evalId, trial } = key;
        const [endKey, set, id] = [endKeyOf(key), evalSetId, evalId];
        forReading()?.prepare(VOID_ENDS).run(VOID_END, runId, endKey, set, id, trial);
      }),
    remove: (runId) =>
      inWords(() => {
        for (const sql of DELETE_RUN) forReading()?.prepare(sql).run(runId);
      }),
    lock: (runId) => inWords(() => forWriting().locks.lock(runId)),
    unlock: (runId) => inWords(() => journal?.locks.unlock(runId)),
    isLocked: (runId) => inWords(() => reading()?.locks.isLocked(runId) ?? false),
    mend: () =>
      inWords(() => {
        const database = forReading();
        return database === undefined ? { mended: [], damaged: [] } : mendIndexes(database);
      }),
    close: () =>
      inWords(async () => {
        const closing = journal;
        journal = undefined;
        try {
          await closing?.group.flush();
        } finally {
          await closing?.close();
        }
      }),
  };
}
