import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { RetentionLimits } from "../../../core/traces/trace-store.ts";
import { expiredSessions, type RetainedSession } from "../../session-listing.ts";
import { inTransaction } from "../in-transaction.ts";
import {
  REMOVE_SESSION,
  REMOVE_STRAY_LOGS,
  RETAINED_SESSION,
  RETAINED_SESSIONS,
} from "./trace-schema.ts";

/** So many are forgotten at a time, so that spans which come meanwhile do not wait for all of them. */
const AT_A_TIME = 20;

export async function retainSessions(
  database: DatabaseSync,
  limits: RetentionLimits,
): Promise<readonly string[]> {
  const removed: string[] = [];
  const sessions = new Map(retained(database).map((session) => [session.id, session]));
  const expired = expiredSessions([...sessions.values()], limits);
  const lookAgain = database.prepare(RETAINED_SESSION);
  for (let from = 0; from < expired.length; from += AT_A_TIME) {
    await setImmediate();
    inTransaction(database, () => {
      for (const id of expired.slice(from, from + AT_A_TIME)) {
        const now = lookAgain.get(id);
        // one that spans came for, or that was made golden, since it was looked at stays
        if (now === undefined || now.golden === 1) continue;
        if (retainedOf(now).receivedAt !== sessions.get(id)?.receivedAt) continue;
        removeRows(database, id);
        removed.push(id);
      }
    });
  }
  const { othersAge, now } = limits;
  if (othersAge !== undefined) database.prepare(REMOVE_STRAY_LOGS).run(now - othersAge);
  return removed;
}

/** False where there is no such session. */
export function removeSession(database: DatabaseSync, id: string): boolean {
  return inTransaction(database, () => {
    if (database.prepare("SELECT 1 FROM sessions WHERE id = ?").get(id) === undefined) return false;
    removeRows(database, id);
    return true;
  });
}

function removeRows(database: DatabaseSync, id: string): void {
  for (const sql of REMOVE_SESSION) database.prepare(sql).run(id);
}

function retained(database: DatabaseSync): readonly RetainedSession[] {
  return database.prepare(RETAINED_SESSIONS).all().map(retainedOf);
}

function retainedOf(row: Readonly<Record<string, unknown>>): RetainedSession {
  const { id, golden, spanCount, receivedAt, isAgent, completeAt } = row;
  return {
    id: String(id),
    golden: golden === 1,
    spanCount: Number(spanCount),
    receivedAt: receivedAt === null ? undefined : Number(receivedAt),
    isAgent: isAgent === 1,
    completeAt: Number(completeAt),
  };
}
