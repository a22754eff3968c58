import type { RetentionLimits } from "../../../core/traces/trace-store.ts";
import { expiredSessions, type RetainedSession } from "../../session-listing.ts";
import type { PostgresClient, PostgresQuery } from "../postgres-client.ts";
import { TRACES_LOCK } from "../postgres-schema.ts";
import { fromPlain, toPlain } from "./plain-text.ts";
import {
  REMOVE_ROWS,
  REMOVE_SESSIONS,
  REMOVE_STRAY_LOGS,
  RETAINED_SESSIONS,
  RETAINED_SOME,
} from "./trace-sql.ts";

/** So many are forgotten at a time, so that spans which come meanwhile do not wait for all of them. */
const AT_A_TIME = 20;

export async function retainSessions(
  client: PostgresClient,
  limits: RetentionLimits,
): Promise<readonly string[]> {
  const all = (await client.query<RetainedRow>(RETAINED_SESSIONS)).map(retainedOf);
  const seen = new Map(all.map((session) => [session.id, session]));
  const expired = expiredSessions(all, limits);
  const removed: string[] = [];
  for (let from = 0; from < expired.length; from += AT_A_TIME) {
    const some = expired.slice(from, from + AT_A_TIME);
    const gone = await client.transaction(async (query) => {
      await query(`SELECT pg_advisory_xact_lock(${TRACES_LOCK})`);
      const now = await query<RetainedRow>(RETAINED_SOME, [some.map(toPlain)]);
      const ids = now.map(retainedOf).flatMap(({ id, golden, receivedAt }) => {
        // one that spans came for, or that was made golden, since it was looked at stays
        return golden || receivedAt !== seen.get(id)?.receivedAt ? [] : [id];
      });
      await removeSessions(query, ids);
      return ids;
    });
    removed.push(...some.filter((id) => gone.includes(id)));
  }
  const { othersAge, now } = limits;
  if (othersAge !== undefined) await client.query(REMOVE_STRAY_LOGS, [now - othersAge]);
  return removed;
}

/** Says which of them were there. */
export async function removeSessions(
  query: PostgresQuery,
  ids: readonly string[],
): Promise<readonly string[]> {
  const plain = ids.map(toPlain);
  for (const sql of REMOVE_SESSIONS) await query(sql, [plain]);
  const rows = await query<{ id: string }>(REMOVE_ROWS, [plain]);
  return rows.map(({ id }) => fromPlain(id));
}

interface RetainedRow extends Omit<RetainedSession, "receivedAt"> {
  readonly receivedAt: number | null;
}

function retainedOf({ receivedAt, ...row }: RetainedRow): RetainedSession {
  return { ...row, id: fromPlain(row.id), receivedAt: receivedAt ?? undefined };
}
