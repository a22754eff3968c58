import type {
  Session,
  SessionKey,
  SessionKeyKind,
  SessionTrace,
} from "../../../core/traces/session.ts";
import { fromPlain } from "./plain-text.ts";

export interface SessionRow {
  readonly id: string;
  readonly key_kind: string | null;
  readonly key: string | null;
  readonly run_id: string | null;
  readonly instance_id: string | null;
  readonly golden: boolean;
}

export interface SessionTraceRow {
  readonly trace_id: string;
  readonly session_id: string;
  readonly key_kind: string | null;
  readonly key: string | null;
  readonly key_start: string | null;
  readonly first_start: string | null;
  readonly last_end: string | null;
  readonly has_root: boolean;
  readonly remote_start: string | null;
  readonly remote_end: string | null;
  readonly is_agent: boolean;
  readonly received_at: number | null;
  readonly span_count: number;
}

export function sessionOf(row: SessionRow): Session {
  return {
    id: fromPlain(row.id),
    key: keyOf(row),
    runId: textOf(row.run_id),
    instanceId: textOf(row.instance_id),
  };
}

export function traceOf(row: SessionTraceRow): SessionTrace {
  const start = timeOf(row.remote_start);
  const end = timeOf(row.remote_end);
  return {
    traceId: fromPlain(row.trace_id),
    sessionId: fromPlain(row.session_id),
    key: keyOf(row),
    keyStart: timeOf(row.key_start),
    firstStart: timeOf(row.first_start),
    lastEnd: timeOf(row.last_end),
    hasRoot: row.has_root,
    remoteRoot: start === undefined || end === undefined ? undefined : { start, end },
    isAgent: row.is_agent,
    receivedAt: row.received_at ?? undefined,
  };
}

function keyOf({ key_kind: kind, key }: SessionRow | SessionTraceRow): SessionKey | undefined {
  if (kind === null || key === null) return undefined;
  return { kind: kind as SessionKeyKind, key: fromPlain(key) };
}

function textOf(value: string | null): string | undefined {
  return value === null ? undefined : fromPlain(value);
}

function timeOf(digits: string | null): bigint | undefined {
  return digits === null ? undefined : BigInt(digits);
}
