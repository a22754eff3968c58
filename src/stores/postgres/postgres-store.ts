import type { CaseEndEvent, RunEvent } from "../../core/run.ts";
import type { EndedCase, RunStore } from "../../core/run-store.ts";
import { type Damage, type DamagedPlace, endKeyOf, fromRow, VOID_END } from "../event-row.ts";
import { shownAddress } from "../postgres-address.ts";
import { listingMemory } from "../run-listings.ts";
import { warnOfDamage } from "../warn-of-damage.ts";
import type { AsyncGroupCommit } from "./async-group-commit.ts";
import { readCasePage } from "./case-page.ts";
import { readStandings, recount } from "./counts/standings.ts";
import { checkTables } from "./migrate-postgres.ts";
import { type PostgresClient, postgresClient } from "./postgres-client.ts";
import { postgresJournal } from "./postgres-journal.ts";
import { type PostgresLocks, postgresLocks } from "./postgres-locks.ts";
import { type PostgresRow, toPostgresRow } from "./postgres-rows.ts";
import { JOURNAL_LOCK } from "./postgres-schema.ts";
import { COLUMNS, casePages, type PlacedRow } from "./read-events.ts";

export interface PostgresStoreOptions {
  /** postgres://USER@HOST/DATABASE; the tables lie in its schema `assay`. */
  readonly address: string;
  /** Connections at most. */
  readonly connections?: number | undefined;
  /** Milliseconds for which a database that was there once is waited for. */
  readonly patience?: number | undefined;
  /** Told of every stored event that cannot be read any more. By default a warning of the process. */
  readonly onDamage?: ((damage: Damage, place: DamagedPlace) => void) | undefined;
}

/** The journal in one PostgreSQL database, for many machines. Nothing is connected before something is asked. */
export function postgresStore(options: string | PostgresStoreOptions): RunStore {
  const given: PostgresStoreOptions = typeof options === "string" ? { address: options } : options;
  const { onDamage = warnOfDamage } = given;
  const shown = shownAddress(given.address);
  let opened: Opened | undefined;
  const listings = listingMemory(({ listing }: ListedRow) =>
    listing === null ? undefined : (JSON.parse(listing) as RunEvent),
  );

  function open(): Opened {
    if (opened !== undefined) return opened;
    const prepare = (query: PostgresClient["query"]) => checkTables(query, shown);
    const client = postgresClient({ ...given, prepare });
    const locks = postgresLocks(client);
    opened = { client, locks, journal: postgresJournal(client, locks) };
    return opened;
  }
  const query: PostgresClient["query"] = (text, values) => open().client.query(text, values);

  function eventOf(runId: string, row: PlacedRow): RunEvent | undefined {
    return fromRow(row, () => onDamage({ runId, seq: row.seq }, placeOf(row)));
  }
  function eventsOf(runId: string, rows: readonly PlacedRow[]): readonly RunEvent[] {
    return rows.map((row) => eventOf(runId, row)).filter((event) => event !== undefined);
  }
  async function* ends(runId: string): AsyncGenerator<readonly CaseEndEvent[]> {
    for await (const rows of casePages(query, runId, { type: "case-end" })) {
      yield eventsOf(runId, rows).filter((event) => event.type === "case-end");
    }
  }

  return {
    append(event, text) {
      try {
        const row = toPostgresRow(event, text);
        return open().journal.add(row, row.body.length);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    async flush() {
      await opened?.journal.flush();
    },
    async list() {
      for (;;) {
        const { seq } = listings;
        const [counted, ...rows] = await query<ListedRow>(LIST, [seq]);
        const listed = listings.add(seq, { before: counted?.before ?? 0, rows });
        if (listed !== undefined) return listed;
      }
    },
    standings: (runIds) => readStandings(open(), runIds, eventsOf),
    recount: () => recount(open().client),
    async runEvents(runId) {
      return eventsOf(runId, await query<PlacedRow>(RUN_EVENTS, [runId]));
    },
    async *caseEvents(runId, only = {}) {
      for await (const rows of casePages(query, runId, only)) yield* eventsOf(runId, rows);
    },
    caseEnds: ends,
    wholeCaseEnds: ends,
    async position() {
      const [row] = await query<{ seq: number }>(POSITION);
      return row?.seq ?? 0;
    },
    async eventsSince(runId, since, limit) {
      const rows = await query<PlacedRow>(SINCE, [runId, since, limit]);
      const events = rows.flatMap((row) => {
        const event = eventOf(runId, row);
        return event === undefined ? [] : [{ seq: row.seq, event }];
      });
      return { events, seq: rows.at(-1)?.seq ?? since };
    },
    casePage: (runId, page) =>
      readCasePage(query, { runId, ...page }, (row) => eventOf(runId, row)),
    async endedCases(runId) {
      const rows = await query<EndedRow>(ENDED, [runId]);
      return rows.flatMap(({ endKey, index, status }): readonly EndedCase[] => {
        const key = readKey<[set: string, id: string, trial: number]>(endKey);
        if (key === undefined) return [];
        const [evalSetId, evalId, trial] = key;
        return [{ evalSetId, evalId, trial, index, status }];
      });
    },
    async reopen(runId, key) {
      await query(REOPEN, [VOID_END, runId, endKeyOf(key)]);
    },
    async remove(runId) {
      await open().client.transaction(async (ask) => {
        await ask(`SELECT pg_advisory_xact_lock(${JOURNAL_LOCK})`);
        await ask(KEEP_PLACE);
        await ask("DELETE FROM assay.events WHERE run_id = $1", [runId]);
        await ask("DELETE FROM assay.dispatches WHERE run_id = $1", [runId]);
        await ask("DELETE FROM assay.troubles WHERE run_id = $1", [runId]);
      });
    },
    lock: (runId) => open().locks.lock(runId),
    async unlock(runId) {
      await opened?.locks.unlock(runId);
    },
    isLocked: (runId) => open().locks.isLocked(runId),
    async close() {
      const closing = opened;
      opened = undefined;
      if (closing === undefined) return;
      try {
        await closing.journal.flush();
        await closing.locks.unlockAll();
      } finally {
        await closing.client.close();
      }
    },
  };
}

interface Opened {
  readonly client: PostgresClient;
  readonly locks: PostgresLocks;
  readonly journal: AsyncGroupCommit<PostgresRow>;
}

interface ListedRow {
  readonly seq: number;
  readonly runId: string;
  readonly listing: string | null;
  /** In the first row: how many there are up to the place that was asked from. */
  readonly before: number | null;
}

interface EndedRow {
  readonly endKey: string;
  readonly index: number;
  readonly status: EndedCase["status"];
}

const LIST = `
SELECT 0 AS seq, '' AS "runId", NULL AS listing, count(*) AS before FROM assay.events
WHERE case_index IS NULL AND seq <= $1
UNION ALL
SELECT seq, run_id, listing, NULL FROM assay.events WHERE case_index IS NULL AND seq > $1
ORDER BY seq`;

const RUN_EVENTS = `
SELECT ${COLUMNS} FROM assay.events WHERE run_id = $1 AND case_index IS NULL ORDER BY seq`;

const SINCE = `
SELECT ${COLUMNS} FROM assay.events WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`;

const ENDED = `
SELECT end_key AS "endKey", case_index AS "index", status FROM assay.events
WHERE run_id = $1 AND type = 'case-end' AND case_index IS NOT NULL AND end_key IS NOT NULL
ORDER BY case_index, trial, seq`;

/** The row stays, for whoever looks into the database; nothing reads it as an end any more. */
const REOPEN = `
UPDATE assay.events SET type = $1, end_key = NULL WHERE run_id = $2 AND end_key = $3`;

/** A place that was given once is not given again, and the journal never seems to go back. */
const POSITION = `
SELECT greatest(
  (SELECT max(seq) FROM assay.events),
  (SELECT value::bigint FROM assay.meta WHERE name = 'lastRemoved')
) AS seq`;

const KEEP_PLACE = `
INSERT INTO assay.meta (name, value)
SELECT 'lastRemoved', seq::text FROM (${POSITION}) AS p WHERE seq IS NOT NULL
ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

function placeOf({ type, caseKey }: PlacedRow): DamagedPlace {
  const key = caseKey === null ? undefined : readKey<[set: string, id: string]>(caseKey);
  return { type, evalId: key?.[1] };
}

/** Undefined where it is damaged. */
function readKey<Key>(text: string): Key | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
