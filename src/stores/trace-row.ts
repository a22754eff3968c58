import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { parseJson } from "../core/json/json-text.ts";
import type { LogRecord, Span, SpanEvent } from "../core/traces/span.ts";

/** A span or log record as a store keeps it: its JSON, times as digits, and a checksum of that. */
export interface TraceRow {
  readonly checksum: number;
  readonly body: string;
}

export function spanRow(span: Span): TraceRow {
  const { start, end, events } = span;
  return rowOf({
    ...span,
    start: start?.toString(),
    end: end?.toString(),
    events: events.map((event) => ({ ...event, time: event.time?.toString() })),
  });
}

export function logRow(log: LogRecord): TraceRow {
  const { time, observedTime } = log;
  return rowOf({ ...log, time: time?.toString(), observedTime: observedTime?.toString() });
}

function rowOf(value: unknown): TraceRow {
  const body = JSON.stringify(value);
  return { checksum: crc32(body), body };
}

/** The same for two log records that say the same, as one that was sent twice does. */
export function fingerprintOf({ body }: TraceRow): string {
  return hash("sha256", body, "base64");
}

/** Undefined where the row is damaged. */
export function spanOf(row: TraceRow): Span | undefined {
  const stored = readRow(row) as StoredSpan | undefined;
  if (stored === undefined) return undefined;
  return {
    ...stored,
    start: timeOf(stored.start),
    end: timeOf(stored.end),
    events: stored.events.map((event) => ({ ...event, time: timeOf(event.time) })),
  };
}

/** Undefined where the row is damaged. */
export function logOf(row: TraceRow): LogRecord | undefined {
  const stored = readRow(row) as Stored<LogRecord> | undefined;
  if (stored === undefined) return undefined;
  return { ...stored, time: timeOf(stored.time), observedTime: timeOf(stored.observedTime) };
}

interface StoredSpan extends Omit<Stored<Span>, "events"> {
  readonly events: readonly Stored<SpanEvent>[];
}

type Stored<T> = { readonly [K in keyof T]: T[K] extends bigint | undefined ? string : T[K] };

function readRow({ checksum, body }: TraceRow): unknown {
  if (crc32(body) !== checksum) return undefined;
  return mayHoldLongNumber(body) ? parseJson(body) : JSON.parse(body);
}

/** Digits outside of texts that a double may not hold. We wrote the text ourselves, without spaces. */
function mayHoldLongNumber(body: string): boolean {
  return /[:,[]-?\d{16}/.test(body);
}

function timeOf(digits: string | undefined): bigint | undefined {
  return digits === undefined ? undefined : BigInt(digits);
}
