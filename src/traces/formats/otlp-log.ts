import { type LooseJson, numberFrom, textFrom } from "../../core/json/loose-json.ts";
import type { LogRecord } from "../../core/traces/span.ts";
import { readAnyValue, readAttributes } from "./any-value.ts";
import { readId } from "./ids.ts";
import { readCount, type SpanContext } from "./otlp-span.ts";
import { readNanoseconds } from "./times.ts";

/** Reads one log record. What it is called stands in a field of its own, or among its attributes where SDKs are older. */
export function readLogRecord(given: LooseJson, { resource, scope }: SpanContext): LogRecord {
  const attributes = readAttributes(given.attributes);
  const named =
    textFrom(given.eventName ?? given.event_name) ||
    textFrom(attributes["otel.event.name"]) ||
    textFrom(attributes["event.name"]);
  const observedTime = readNanoseconds(given.observedTimeUnixNano ?? given.observed_time_unix_nano);
  return {
    traceId: readId(given.traceId ?? given.trace_id, 16) || undefined,
    spanId: readId(given.spanId ?? given.span_id, 8) || undefined,
    time: readNanoseconds(given.timeUnixNano ?? given.time_unix_nano) ?? observedTime,
    observedTime,
    eventName: named || undefined,
    body: readAnyValue(given.body),
    attributes,
    severityNumber: numberFrom(given.severityNumber ?? given.severity_number),
    severityText: textFrom(given.severityText ?? given.severity_text) || undefined,
    droppedAttributesCount: readCount(
      given.droppedAttributesCount ?? given.dropped_attributes_count,
    ),
    flags: readCount(given.flags),
    resource,
    scope,
  };
}
