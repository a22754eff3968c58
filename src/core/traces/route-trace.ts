import { greatest, least } from "./extremes.ts";
import type {
  Session,
  SessionKey,
  SessionKeyKind,
  SessionTrace,
  TimeRange,
  TraceSighting,
} from "./session.ts";

/** What is known of sessions so far. */
export interface SessionDirectory {
  session(id: string): Session | undefined;
  trace(traceId: string): SessionTrace | undefined;
  /** When a session is complete, in milliseconds since 1970. */
  completeAt(sessionId: string): number;
  /** The newest session of a key. */
  headOf(key: SessionKey): Session | undefined;
}

/** Where a trace belongs now. */
export interface TraceRoute {
  readonly session: Session;
  readonly trace: SessionTrace;
  /** A session that is no more: all its traces belong to this one now. */
  readonly absorbed?: string | undefined;
}

/** A named session that has been complete for so long is not gone on with, where nothing else tells runs apart. */
const RUN_WINDOW = 30_000;

const strength: Readonly<Record<SessionKeyKind, number>> = { name: 3, conversation: 2, session: 1 };

/**
 * Where a trace belongs, given what a batch shows of it. `now` is when the batch came, in milliseconds since 1970;
 * undefined where it brought nothing new, so that a retry reopens nothing.
 */
export function routeTrace(
  sighting: TraceSighting,
  directory: SessionDirectory,
  now: number | undefined,
): TraceRoute {
  const known = directory.trace(sighting.traceId);
  const session = known && directory.session(known.sessionId);
  if (known === undefined || session === undefined) {
    const joined = sessionFor(sighting, directory, now);
    return { session: joined, trace: merged(undefined, sighting, joined.id, now) };
  }
  if (outranks(sighting, session)) {
    const head = sessionFor(sighting, directory, now);
    const trace = merged(known, sighting, head.id, now);
    return head.id === session.id
      ? { session: head, trace }
      : { session: head, trace, absorbed: session.id };
  }
  if (isEarlierKey(sighting, known)) {
    const head = sessionFor(sighting, directory, now);
    return { session: head, trace: merged(known, sighting, head.id, now) };
  }
  return { session, trace: merged(known, sighting, session.id, now) };
}

/** The session that a batch of log records belongs to by its name alone: it must be there, and not complete. */
export function sessionOfLogs(
  name: string,
  directory: SessionDirectory,
  now: number,
): Session | undefined {
  const head = directory.headOf({ kind: "name", key: name });
  if (head === undefined) return undefined;
  return directory.completeAt(head.id) > now ? head : undefined;
}

function outranks({ key }: TraceSighting, session: Session): boolean {
  if (key === undefined) return false;
  return session.key === undefined || strength[key.kind] > strength[session.key.kind];
}

/** The span that started first says whose the trace is: what came before it was said by someone below. */
function isEarlierKey({ key, keyStart }: TraceSighting, known: SessionTrace): boolean {
  if (key === undefined || key.kind !== known.key?.kind || key.key === known.key.key) return false;
  return keyStart !== undefined && known.firstStart !== undefined && keyStart < known.firstStart;
}

function sessionFor(
  sighting: TraceSighting,
  directory: SessionDirectory,
  now: number | undefined,
): Session {
  const { key, runId, instanceId, traceId } = sighting;
  if (key === undefined) return { id: freeId(`otlp-${traceId.slice(0, 12)}`, directory) };
  const head = directory.headOf(key);
  if (head !== undefined && !isNextRun(sighting, head, directory, now)) {
    return {
      ...head,
      runId: head.runId ?? runId,
      instanceId: instanceId ?? head.instanceId,
    };
  }
  return { id: freeId(key.key, directory), key, runId, instanceId };
}

/** Conversations and sessions always go on; what is only called the same may be another run. */
function isNextRun(
  { key, runId, instanceId }: TraceSighting,
  head: Session,
  directory: SessionDirectory,
  now: number | undefined,
): boolean {
  if (key?.kind !== "name") return false;
  if (runId !== undefined && head.runId !== undefined) return runId !== head.runId;
  if (now === undefined) return false;
  const completeAt = directory.completeAt(head.id);
  if (completeAt > now) return false;
  if (instanceId !== undefined && head.instanceId !== undefined) {
    return instanceId !== head.instanceId;
  }
  return now - completeAt >= RUN_WINDOW;
}

function freeId(name: string, directory: SessionDirectory): string {
  let id = name;
  for (let count = 2; directory.session(id) !== undefined; count += 1) id = `${name}-${count}`;
  return id;
}

function merged(
  known: SessionTrace | undefined,
  sighting: TraceSighting,
  sessionId: string,
  now: number | undefined,
): SessionTrace {
  const { traceId, key, keyStart } = sighting;
  const isNewKey =
    known?.key === undefined ||
    (key !== undefined &&
      (strength[key.kind] > strength[known.key.kind] || isEarlierKey(sighting, known)));
  return {
    traceId,
    sessionId,
    key: isNewKey ? key : known?.key,
    keyStart: isNewKey ? keyStart : known?.keyStart,
    firstStart: least([known?.firstStart, sighting.firstStart]),
    lastEnd: greatest([known?.lastEnd, sighting.lastEnd]),
    hasRoot: sighting.hasRoot || known?.hasRoot === true,
    remoteRoot: longer(known?.remoteRoot, sighting.remoteRoot),
    isAgent: sighting.isAgent || known?.isAgent === true,
    receivedAt: now ?? known?.receivedAt,
  };
}

function longer(a: TimeRange | undefined, b: TimeRange | undefined): TimeRange | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.end - b.start > a.end - a.start ? b : a;
}
