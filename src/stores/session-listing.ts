import { greatest, least } from "../core/traces/extremes.ts";
import { type Session, type SessionTrace, sessionCompleteAt } from "../core/traces/session.ts";
import type { RetentionLimits, SessionListing } from "../core/traces/trace-store.ts";

/** A session with what a store counted of it. */
export interface ListedSession {
  readonly session: Session;
  readonly golden: boolean;
  readonly traces: readonly SessionTrace[];
  readonly spanCount: number;
  readonly logCount: number;
}

export function listing({ session, golden, traces, spanCount, logCount }: ListedSession) {
  const { id, key, runId, instanceId } = session;
  const received = traces.flatMap(({ receivedAt }) => receivedAt ?? []);
  return {
    id,
    key,
    runId,
    instanceId,
    traceIds: traces.map(({ traceId }) => traceId),
    spanCount,
    logCount,
    firstStart: least(traces.map(({ firstStart }) => firstStart)),
    lastEnd: greatest(traces.map(({ lastEnd }) => lastEnd)),
    receivedAt: received.length === 0 ? undefined : Math.max(...received),
    completeAt: sessionCompleteAt(traces),
    isAgent: traces.some(({ isAgent }) => isAgent),
    golden,
  } satisfies SessionListing;
}

/** Which sessions have to go: those that are too old, then the oldest of too many. */
export function expiredSessions(
  sessions: readonly SessionListing[],
  { sessions: most, age, now }: RetentionLimits,
): readonly string[] {
  const over = sessions
    .filter(({ golden, completeAt }) => !golden && completeAt <= now)
    .toSorted((a, b) => (a.receivedAt ?? 0) - (b.receivedAt ?? 0));
  const old = age === undefined ? [] : over.filter(({ receivedAt = 0 }) => receivedAt < now - age);
  const surplus = most === undefined ? 0 : Math.max(0, sessions.length - most);
  const count = Math.max(old.length, surplus);
  return over.slice(0, count).map(({ id }) => id);
}
