import { routeTrace } from "../core/traces/route-trace.ts";
import type { TraceSighting } from "../core/traces/session.ts";
import type { AppendedBatch, TraceBatch, TraceLimits } from "../core/traces/trace-store.ts";
import { insertLogs } from "./insert-logs.ts";
import { spanRow } from "./trace-row.ts";
import type { TraceTables } from "./trace-tables.ts";

/** How long log records wait for the spans of the session they name. */
const LOGS_WAIT = 60_000;

/** Puts a batch into the tables. To be called within a transaction. */
export function insertBatch(
  batch: TraceBatch,
  tables: TraceTables,
  limits: TraceLimits,
): AppendedBatch {
  const { added, rejected } = insertSpans(batch, tables, limits);
  let rejectedSpans = rejected;
  let spans = 0;
  for (const sighting of batch.traces) {
    const seqs = added.get(sighting.traceId) ?? [];
    const surplus = placeTrace(sighting, { seqs, receivedAt: batch.receivedAt }, tables, limits);
    rejectedSpans += surplus;
    spans += seqs.length - surplus;
  }
  return { spans, rejectedSpans, ...insertLogs(batch, tables, limits) };
}

interface InsertedSpans {
  /** What new spans are removed by, in their order, by trace. */
  readonly added: ReadonlyMap<string, readonly number[]>;
  readonly rejected: number;
}

function insertSpans(
  batch: TraceBatch,
  tables: TraceTables,
  { spansPerTrace }: TraceLimits,
): InsertedSpans {
  const added = new Map<string, number[]>();
  const room = new Map<string, number>();
  let rejected = 0;
  for (const span of batch.spans) {
    const { traceId, spanId } = span;
    const left = room.get(traceId) ?? spansPerTrace - tables.traceSpans(traceId);
    room.set(traceId, left);
    if (left <= 0) {
      if (!tables.hasSpan(traceId, spanId)) rejected += 1;
      continue;
    }
    const seq = tables.insertSpan({ traceId, spanId, ...spanRow(span) });
    if (seq === undefined) continue;
    room.set(traceId, left - 1);
    const own = added.get(traceId);
    if (own === undefined) added.set(traceId, [seq]);
    else own.push(seq);
  }
  return { added, rejected };
}

/** Gives a trace its session. Says how many of its new spans were one too many there, and are gone again. */
function placeTrace(
  sighting: TraceSighting,
  { seqs, receivedAt }: { readonly seqs: readonly number[]; readonly receivedAt: number },
  tables: TraceTables,
  { spansPerSession }: TraceLimits,
): number {
  const before = tables.trace(sighting.traceId);
  // what was turned away whole leaves no trace of itself
  if (before === undefined && seqs.length === 0) return 0;
  const route = routeTrace(sighting, tables, seqs.length > 0 ? receivedAt : undefined);
  const { session, trace, absorbed } = route;
  tables.saveSession(session);
  if (absorbed !== undefined) tables.absorb(absorbed, session.id);
  tables.saveTrace(trace, seqs.length);
  const isMoved = before !== undefined && before.sessionId !== session.id;
  if (isMoved) tables.removeIfEmpty(before.sessionId);
  const { key } = session;
  if (key?.kind === "name") tables.adoptLogs(key.key, session.id, receivedAt - LOGS_WAIT);
  const over = tables.sessionSpans(session.id) - spansPerSession;
  const surplus = Math.min(seqs.length, Math.max(0, over));
  if (surplus === 0) return 0;
  for (const seq of seqs.slice(seqs.length - surplus)) tables.removeSpan(seq);
  tables.saveTrace(trace, -surplus);
  if (before === undefined && surplus === seqs.length) tables.removeTrace(trace.traceId);
  return surplus;
}
