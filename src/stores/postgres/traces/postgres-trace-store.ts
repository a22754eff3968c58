import {
  type AppendedBatch,
  type TraceBatch,
  type TraceLimits,
  type TraceStore,
  usualTraceLimits,
  type WholeSession,
} from "../../../core/traces/trace-store.ts";
import { insertBatch } from "../../insert-batch.ts";
import { shownAddress } from "../../postgres-address.ts";
import { receivedAtOf, restoreSession } from "../../restore-session.ts";
import type { TraceDamage } from "../../trace-damage.ts";
import { warnOfTraceDamage } from "../../trace-damage.ts";
import { fingerprintOf, logOf, logRow, spanOf, type TraceRow } from "../../trace-row.ts";
import type { TraceTables } from "../../trace-tables.ts";
import { checkTables } from "../migrate-postgres.ts";
import { type PostgresClient, type PostgresQuery, postgresClient } from "../postgres-client.ts";
import { TRACES_LOCK } from "../postgres-schema.ts";
import { groupedCommits } from "./grouped-commits.ts";
import { listSessions } from "./list-sessions.ts";
import { toPlain } from "./plain-text.ts";
import { removeSessions, retainSessions } from "./retain-sessions.ts";
import { loadFacts } from "./trace-facts.ts";
import { traceOverlay } from "./trace-overlay.ts";
import { SELECT_LOGS, SELECT_SPANS } from "./trace-sql.ts";
import { writeChanges } from "./write-changes.ts";

export interface PostgresTraceStoreOptions {
  /** postgres://USER@HOST/DATABASE, where runs may be as well. */
  readonly address: string;
  /** Milliseconds for which a database that was there once is waited for. */
  readonly patience?: number | undefined;
  /** Told of every span and log record that cannot be read any more. By default a warning of the process. */
  readonly onDamage?: ((damage: TraceDamage) => void) | undefined;
  /** How much one trace and one session may have; what is beyond is turned away. */
  readonly limits?: Partial<TraceLimits> | undefined;
}

const MARK_GOLDEN = "UPDATE assay.sessions SET golden = $2 WHERE id = $1 RETURNING id";

/** Rows that one answer has at most. */
const PAGE = 500;

/** Traces in the same PostgreSQL database as the journal of runs. */
export function postgresTraceStore(options: string | PostgresTraceStoreOptions): TraceStore {
  const given: PostgresTraceStoreOptions =
    typeof options === "string" ? { address: options } : options;
  const { onDamage = warnOfTraceDamage } = given;
  const limits = { ...usualTraceLimits, ...given.limits };
  const shown = shownAddress(given.address);
  const client = postgresClient({
    ...given,
    prepare: (query) => checkTables(query, shown),
  });
  const commits = groupedCommits<TraceBatch, AppendedBatch>((batches) =>
    appendBatches(client, batches, limits),
  );

  async function* read<T>(sql: string, { sessionId, table, from }: Reading<T>): AsyncGenerator<T> {
    const [newest] = await client.query<{ seq: number | null }>(
      `SELECT max(seq) AS seq FROM assay.${table}`,
    );
    const what = table === "spans" ? "span" : "log record";
    for (let after = 0; newest?.seq != null; ) {
      const rows = await client.query<TraceRow & { seq: number }>(sql, [
        toPlain(sessionId),
        after,
        newest.seq,
        PAGE,
      ]);
      for (const row of rows) {
        const value = from(row);
        if (value === undefined) onDamage({ sessionId, what, seq: row.seq });
        else yield value;
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = last.seq;
    }
  }

  return {
    append: (batch) => commits.add(batch),
    sessions: () => listSessions(client.query),
    spans: (sessionId) => read(SELECT_SPANS, { sessionId, table: "spans", from: spanOf }),
    logs: (sessionId) => read(SELECT_LOGS, { sessionId, table: "logs", from: logOf }),
    restore: (whole) => restoreWhole(client, whole),
    async markGolden(id, golden) {
      const rows = await client.query(MARK_GOLDEN, [toPlain(id), golden]);
      return rows.length > 0;
    },
    async remove(id) {
      const removed = await client.transaction(async (query) => {
        await query(`SELECT pg_advisory_xact_lock(${TRACES_LOCK})`);
        return await removeSessions(query, [id]);
      });
      return removed.length > 0;
    },
    retain: (retention) => retainSessions(client, retention),
    async close() {
      await commits.idle();
      await client.close();
    },
  };
}

interface Reading<T> {
  readonly sessionId: string;
  readonly table: "spans" | "logs";
  readonly from: (row: TraceRow) => T | undefined;
}

/** Sent again after a lost connection, a batch says that nothing of it is new: that is how senders' own retries are told. */
async function appendBatches(
  client: PostgresClient,
  batches: readonly TraceBatch[],
  limits: TraceLimits,
): Promise<readonly AppendedBatch[]> {
  return await client.transaction((query) =>
    changeTables(query, batches, (tables) =>
      batches.map((batch) => insertBatch(batch, tables, limits)),
    ),
  );
}

async function restoreWhole(client: PostgresClient, whole: WholeSession): Promise<boolean> {
  const { session, traces, spans, logs, golden } = whole;
  const asked = { traces, spans, logs, receivedAt: receivedAtOf(whole) };
  return await client.transaction(async (query) => {
    const [found] = await query("SELECT FROM assay.sessions WHERE id = $1", [toPlain(session.id)]);
    if (found !== undefined) return false;
    const isNew = await changeTables(query, [asked], (tables) => restoreSession(whole, tables));
    if (isNew) await query(MARK_GOLDEN, [toPlain(session.id), golden]);
    return isNew;
  });
}

/** Works on the tables as they are, alone, and writes what became of them. */
async function changeTables<T>(
  query: PostgresQuery,
  batches: readonly TraceBatch[],
  work: (tables: TraceTables) => T,
): Promise<T> {
  await query(`SELECT pg_advisory_xact_lock(${TRACES_LOCK})`);
  const fingerprints = batches.flatMap(({ logs }) => logs.map((log) => fingerprintOf(logRow(log))));
  const { tables, changes } = traceOverlay(await loadFacts(query, batches, fingerprints));
  const result = work(tables);
  await writeChanges(query, changes());
  return result;
}
