import { isObject } from "../../core/schema/parse-context.ts";
import type { Attributes, LogRecord, Resource, Scope, Span } from "../../core/traces/span.ts";

/** A span as one line of OTLP JSON, a whole export by itself. */
export function spanLine(span: Span): string {
  return JSON.stringify(spansExport([span]));
}

/** A log record as one line of OTLP JSON, a whole export by itself. */
export function logLine(log: LogRecord): string {
  return JSON.stringify(logsExport([log]));
}

/** An export of spans; those of one sender that follow each other stand together. */
export function spansExport(spans: readonly Span[]): object {
  return {
    resourceSpans: bySender(spans).map(({ resource, scope, items }) => ({
      ...resourceFields(resource),
      scopeSpans: [{ ...scopeFields(scope), spans: items.map(spanFields) }],
    })),
  };
}

/** An export of log records, likewise. */
export function logsExport(logs: readonly LogRecord[]): object {
  return {
    resourceLogs: bySender(logs).map(({ resource, scope, items }) => ({
      ...resourceFields(resource),
      scopeLogs: [{ ...scopeFields(scope), logRecords: items.map(logFields) }],
    })),
  };
}

interface Sent {
  readonly resource: Resource;
  readonly scope: Scope;
}

function bySender<T extends Sent>(all: readonly T[]): readonly (Sent & { readonly items: T[] })[] {
  const groups: (Sent & { readonly key: string; readonly items: T[] })[] = [];
  for (const each of all) {
    const { resource, scope } = each;
    const last = groups.at(-1);
    if (last?.resource === resource && last.scope === scope) {
      last.items.push(each);
      continue;
    }
    const key = JSON.stringify([resource, scope]);
    if (last?.key === key) last.items.push(each);
    else groups.push({ resource, scope, key, items: [each] });
  }
  return groups;
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
    droppedAttributesCount: span.droppedAttributesCount,
    events: events.map(({ name, time, attributes, droppedAttributesCount }) => ({
      timeUnixNano: time?.toString(),
      name,
      attributes: keyValues(attributes),
      droppedAttributesCount,
    })),
    droppedEventsCount: span.droppedEventsCount,
    links: links.map((link) => ({ ...link, attributes: keyValues(link.attributes) })),
    droppedLinksCount: span.droppedLinksCount,
    status: status && { code: status.code === "error" ? 2 : 1, message: status.message },
  };
}

function logFields(log: LogRecord): Readonly<Record<string, unknown>> {
  const { traceId, spanId, time, eventName, body, severityNumber, severityText } = log;
  return {
    traceId,
    spanId,
    timeUnixNano: time?.toString(),
    observedTimeUnixNano: log.observedTime?.toString(),
    flags: log.flags,
    eventName,
    severityNumber,
    severityText,
    body: body === undefined ? undefined : anyValue(body),
    attributes: keyValues(log.attributes),
    droppedAttributesCount: log.droppedAttributesCount,
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
