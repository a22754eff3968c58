/** What makes traces one session, the strongest kind first: the name that a sender gave it, a conversation, a session. */
export interface SessionKey {
  readonly kind: SessionKeyKind;
  readonly key: string;
}

export type SessionKeyKind = "name" | "conversation" | "session";

/** What one batch shows of one trace: enough to know where the trace belongs. */
export interface TraceSighting {
  readonly traceId: string;
  /** Of the span that started first among those that have one of the strongest kind. */
  readonly key?: SessionKey | undefined;
  /** When that span started. */
  readonly keyStart?: bigint | undefined;
  /** `agentevals.session.run_id`: one of several runs under the same name. */
  readonly runId?: string | undefined;
  /** `service.instance.id`: the process that sent it. */
  readonly instanceId?: string | undefined;
  readonly firstStart?: bigint | undefined;
  readonly lastEnd?: bigint | undefined;
  /** A span without a parent was among them. */
  readonly hasRoot: boolean;
  /** The longest span whose parent is in another process. */
  readonly remoteRoot?: TimeRange | undefined;
  /** A span tells of an agent, a model or a tool. */
  readonly isAgent: boolean;
}

export interface TimeRange {
  readonly start: bigint;
  readonly end: bigint;
}

/** A trace with the session it belongs to. */
export interface SessionTrace extends Omit<TraceSighting, "runId" | "instanceId"> {
  readonly sessionId: string;
  /** When a new span of it came last, in milliseconds since 1970; undefined where only log records came. */
  readonly receivedAt?: number | undefined;
}

/** Traces that belong together, under the id that a user calls them by. */
export interface Session {
  readonly id: string;
  /** Undefined for a trace that stands alone. */
  readonly key?: SessionKey | undefined;
  readonly runId?: string | undefined;
  readonly instanceId?: string | undefined;
}

/** Milliseconds after its last span when a trace counts as complete. */
export const WITH_ROOT = 3_000;
export const WITHOUT_ROOT = 30_000;

/** When a trace is complete, in milliseconds since 1970. A trace that has only log records never was incomplete. */
function traceCompleteAt(trace: SessionTrace): number {
  const { receivedAt } = trace;
  if (receivedAt === undefined) return 0;
  return receivedAt + (isRooted(trace) ? WITH_ROOT : WITHOUT_ROOT);
}

/** When all traces of a session are complete. */
export function sessionCompleteAt(traces: readonly SessionTrace[]): number {
  return traces.reduce((latest, trace) => Math.max(latest, traceCompleteAt(trace)), 0);
}

/** The span at the top has come: it has no parent, or one elsewhere and encloses all others. */
function isRooted({ hasRoot, remoteRoot, firstStart, lastEnd }: SessionTrace): boolean {
  if (hasRoot) return true;
  if (remoteRoot === undefined) return false;
  return (
    remoteRoot.start <= (firstStart ?? remoteRoot.start) &&
    remoteRoot.end >= (lastEnd ?? remoteRoot.end)
  );
}
