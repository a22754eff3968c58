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
    receivedAt: received.reduce<number | undefined>((a, b) => Math.max(a ?? 0, b), undefined),
    completeAt: sessionCompleteAt(traces),
    isAgent: traces.some(({ isAgent }) => isAgent),
    golden,
  } satisfies SessionListing;
}

/** What retention asks of a session. */
export type RetainedSession = Pick<
  SessionListing,
  "id" | "golden" | "isAgent" | "completeAt" | "receivedAt" | "spanCount"
>;

/** Which sessions have to go: those that are too old, then the oldest of too many. Golden ones and those under way stay. */
export function expiredSessions(
  sessions: readonly RetainedSession[],
  { sessions: most, spans: mostSpans, age, othersAge, now }: RetentionLimits,
): readonly string[] {
  const agents = sessions.filter(({ isAgent }) => isAgent);
  let count = agents.length;
  let spans = sessions.reduce((sum, { spanCount }) => sum + spanCount, 0);
  const expired: string[] = [];
  for (const { id, isAgent, receivedAt = 0, spanCount } of oldestFirst(sessions, now)) {
    const oldest = isAgent ? age : leastOf(age, othersAge);
    const isOld = oldest !== undefined && receivedAt < now - oldest;
    const isTooMany = isAgent && most !== undefined && count > most;
    if (!isOld && !isTooMany && !(mostSpans !== undefined && spans > mostSpans)) continue;
    expired.push(id);
    spans -= spanCount;
    if (isAgent) count -= 1;
  }
  return expired;
}

/** Those that may go; what tells of no agent goes before all others. */
function oldestFirst(sessions: readonly RetainedSession[], now: number) {
  return sessions
    .filter(({ golden, completeAt }) => !golden && completeAt <= now)
    .toSorted(
      (a, b) => Number(a.isAgent) - Number(b.isAgent) || (a.receivedAt ?? 0) - (b.receivedAt ?? 0),
    );
}

function leastOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
