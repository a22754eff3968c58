import type { Attributes, HrTime } from "@opentelemetry/api";
import type { ReadableLogRecord } from "@opentelemetry/sdk-logs";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/** The line of OTLP JSON that stands for what an SDK recorded, made of nothing that any exporter or we wrote. */
export function spanLineOf(span: ReadableSpan): unknown {
  const { traceId, spanId } = span.spanContext();
  const { status, parentSpanContext: parent } = span;
  const fields = {
    traceId,
    spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    flags: 0x101,
    name: span.name,
    kind: span.kind + 1,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: keyValues(span.attributes),
    ...counted("droppedAttributesCount", span.droppedAttributesCount),
    events: span.events.map((event) => ({
      timeUnixNano: nanoseconds(event.time),
      name: event.name,
      attributes: keyValues(event.attributes ?? {}),
      ...counted("droppedAttributesCount", event.droppedAttributesCount ?? 0),
    })),
    ...counted("droppedEventsCount", span.droppedEventsCount),
    links: span.links.map((link) => ({
      traceId: link.context.traceId,
      spanId: link.context.spanId,
      flags: link.context.isRemote ? 0x301 : 0x101,
      attributes: keyValues(link.attributes ?? {}),
      ...counted("droppedAttributesCount", link.droppedAttributesCount ?? 0),
    })),
    ...counted("droppedLinksCount", span.droppedLinksCount),
    ...(status.code > 0 && {
      status: { code: status.code, ...(status.message && { message: status.message }) },
    }),
  };
  return {
    resourceSpans: [{ ...resourceOf(span), scopeSpans: [{ ...scopeOf(span), spans: [fields] }] }],
  };
}

export function logLineOf(log: ReadableLogRecord): unknown {
  const fields = {
    traceId: log.spanContext?.traceId,
    spanId: log.spanContext?.spanId,
    flags: log.spanContext?.traceFlags,
    timeUnixNano: nanoseconds(log.hrTime),
    observedTimeUnixNano: nanoseconds(log.hrTimeObserved),
    eventName: log.eventName,
    severityNumber: log.severityNumber,
    severityText: log.severityText,
    body: anyValue(log.body),
    attributes: keyValues(log.attributes as Attributes),
  };
  return {
    resourceLogs: [{ ...resourceOf(log), scopeLogs: [{ ...scopeOf(log), logRecords: [fields] }] }],
  };
}

type Sent = Pick<ReadableSpan, "resource" | "instrumentationScope">;

function resourceOf({ resource }: Sent) {
  return { resource: { attributes: keyValues(resource.attributes) } };
}

function scopeOf({ instrumentationScope: { name, version, schemaUrl } }: Sent) {
  return { scope: { name, version, attributes: [] }, ...(schemaUrl && { schemaUrl }) };
}

function counted(name: string, count: number): Record<string, number> {
  return count === 0 ? {} : { [name]: count };
}

function nanoseconds([seconds, rest]: HrTime): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(rest));
}

function keyValues(attributes: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (value === null || value === undefined) return {};
  return { kvlistValue: { values: keyValues(value as Record<string, unknown>) } };
}
