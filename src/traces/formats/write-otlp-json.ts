import { isObject } from "../../core/schema/parse-context.ts";
import type { Attributes, LogRecord, Resource, Scope, Span } from "../../core/traces/span.ts";

/** A span as one line of OTLP JSON, a whole export by itself. */
export function spanLine(span: Span): string {
  const { resource, scope } = span;
  const scopeSpans = [{ ...scopeFields(scope), spans: [spanFields(span)] }];
  return JSON.stringify({ resourceSpans: [{ ...resourceFields(resource), scopeSpans }] });
}

/** A log record as one line of OTLP JSON, a whole export by itself. */
export function logLine(log: LogRecord): string {
  const { resource, scope } = log;
  const scopeLogs = [{ ...scopeFields(scope), logRecords: [logFields(log)] }];
  return JSON.stringify({ resourceLogs: [{ ...resourceFields(resource), scopeLogs }] });
}

const kinds = ["internal", "server", "client", "producer", "consumer"];

function spanFields(span: Span): Readonly<Record<string, unknown>> {
  const { status, kind, events, links, start, end } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    traceState: span.traceState,
    parentSpanId: span.parentSpanId,
    flags: span.flags,
    name: span.name,
    kind: kind === undefined ? undefined : kinds.indexOf(kind) + 1,
    startTimeUnixNano: start?.toString(),
    endTimeUnixNano: end?.toString(),
    attributes: keyValues(span.attributes),
    events: events.map(({ name, time, attributes }) => ({
      timeUnixNano: time?.toString(),
      name,
      attributes: keyValues(attributes),
    })),
    links: links.map((link) => ({ ...link, attributes: keyValues(link.attributes) })),
    status: status && { code: status.code === "error" ? 2 : 1, message: status.message },
  };
}

function logFields(log: LogRecord): Readonly<Record<string, unknown>> {
  const { traceId, spanId, time, eventName, body, severityNumber, severityText } = log;
  return {
    traceId,
    spanId,
    timeUnixNano: time?.toString(),
    eventName,
    severityNumber,
    severityText,
    body: body === undefined ? undefined : anyValue(body),
    attributes: keyValues(log.attributes),
  };
}

function resourceFields({ attributes, schemaUrl }: Resource) {
  return { resource: { attributes: keyValues(attributes) }, schemaUrl };
}

function scopeFields({ name, version, attributes = {}, schemaUrl }: Scope) {
  return { scope: { name, version, attributes: keyValues(attributes) }, schemaUrl };
}

function keyValues(attributes: Attributes): readonly unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (JSON.isRawJSON(value)) return { intValue: value.rawJSON };
  return isObject(value) ? { kvlistValue: { values: keyValues(value) } } : {};
}
