import type {
  Attributes,
  LogRecord,
  Resource,
  Scope,
  Span,
  SpanEvent,
  SpanLink,
  SpanStatus,
} from "../../core/traces/span.ts";
import { readId } from "./ids.ts";
import { keepSpan } from "./keep-span.ts";
import { spanKindOf } from "./otlp-span.ts";
import type { ProtobufReader } from "./protobuf-reader.ts";
import { readAnyValue, readKeyValue } from "./protobuf-value.ts";
import type { ContentBuilder } from "./trace-content.ts";

/** Reads an export of spans in protobuf. */
export function readProtobufSpans(reader: ProtobufReader, into: ContentBuilder): void {
  readItems(reader, (span, sender) => keepSpan(readSpan(span, sender), into));
}

/** Reads an export of log records in protobuf. */
export function readProtobufLogs(reader: ProtobufReader, into: ContentBuilder): void {
  readItems(reader, (log, sender) => into.addLog(readLog(log, sender)));
}

/** Spans and log records are wrapped alike: by who sent them, and by which instrumentation made them. */
function readItems(
  reader: ProtobufReader,
  each: (item: ProtobufReader, sender: Sender) => void,
): void {
  forEach(reader, 1, (sent) => {
    const resource = readSender(sent);
    forEach(sent.again(), 2, (scoped) => {
      const scope = readScoped(scoped);
      forEach(scoped.again(), 2, (item) => each(item, { resource, scope }));
    });
  });
}

/** One after the other, so that nothing is kept of those that are behind. */
function forEach(
  reader: ProtobufReader,
  field: number,
  read: (message: ProtobufReader) => void,
): void {
  while (reader.next()) {
    if (reader.field === field) read(reader.message());
    else reader.skip();
  }
}

function readSender(reader: ProtobufReader): Resource {
  let attributes: Attributes = {};
  let schemaUrl: string | undefined;
  while (reader.next()) {
    if (reader.field === 1) attributes = readResource(reader.message());
    else if (reader.field === 3) schemaUrl = reader.text() || undefined;
    else reader.skip();
  }
  return schemaUrl === undefined ? { attributes } : { attributes, schemaUrl };
}

function readScoped(reader: ProtobufReader): Scope {
  let scope: Scope = {};
  while (reader.next()) {
    if (reader.field === 1) scope = { ...scope, ...readScope(reader.message()) };
    else if (reader.field === 3) scope = { ...scope, schemaUrl: reader.text() || undefined };
    else reader.skip();
  }
  return scope;
}

function readResource(reader: ProtobufReader): Attributes {
  const attributes: Record<string, unknown> = {};
  while (reader.next()) {
    if (reader.field === 1) readKeyValue(reader.message(), attributes, 0);
    else reader.skip();
  }
  return attributes;
}

function readScope(reader: ProtobufReader): Scope {
  let [name, version]: (string | undefined)[] = [];
  const attributes: Record<string, unknown> = {};
  while (reader.next()) {
    if (reader.field === 1) name = reader.text() || undefined;
    else if (reader.field === 2) version = reader.text() || undefined;
    else if (reader.field === 3) readKeyValue(reader.message(), attributes, 0);
    else reader.skip();
  }
  return { name, version, ...(Object.keys(attributes).length > 0 && { attributes }) };
}

interface Sender {
  readonly resource: Resource;
  readonly scope: Scope;
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };

function readSpan(reader: ProtobufReader, sender: Sender): Span {
  const attributes: Record<string, unknown> = {};
  const events: SpanEvent[] = [];
  const links: SpanLink[] = [];
  const span: Draft<Span> = {
    traceId: "",
    spanId: "",
    name: "",
    attributes,
    events,
    links,
    ...sender,
  };
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        span.traceId = readId(reader.hex(), 16);
        break;
      case 2:
        span.spanId = readId(reader.hex(), 8);
        break;
      case 3:
        span.traceState = reader.text() || undefined;
        break;
      case 4:
        span.parentSpanId = readId(reader.hex(), 8) || undefined;
        break;
      case 5:
        span.name = reader.text();
        break;
      case 6:
        span.kind = spanKindOf(reader.number());
        break;
      case 7:
        span.start = reader.fixed64() || undefined;
        break;
      case 8:
        span.end = reader.fixed64() || undefined;
        break;
      case 9:
        readKeyValue(reader.message(), attributes, 0);
        break;
      case 10:
        span.droppedAttributesCount = reader.number() || undefined;
        break;
      case 11:
        events.push(readEvent(reader.message()));
        break;
      case 12:
        span.droppedEventsCount = reader.number() || undefined;
        break;
      case 13:
        links.push(readLink(reader.message()));
        break;
      case 14:
        span.droppedLinksCount = reader.number() || undefined;
        break;
      case 15:
        span.status = readStatus(reader.message());
        break;
      case 16:
        span.flags = reader.fixed32() || undefined;
        break;
      default:
        reader.skip();
    }
  }
  return span;
}

function readEvent(reader: ProtobufReader): SpanEvent {
  const attributes: Record<string, unknown> = {};
  const event: Draft<SpanEvent> = { name: "", attributes };
  while (reader.next()) {
    if (reader.field === 1) event.time = reader.fixed64() || undefined;
    else if (reader.field === 2) event.name = reader.text();
    else if (reader.field === 3) readKeyValue(reader.message(), attributes, 0);
    else if (reader.field === 4) event.droppedAttributesCount = reader.number() || undefined;
    else reader.skip();
  }
  return event;
}

function readLink(reader: ProtobufReader): SpanLink {
  const attributes: Record<string, unknown> = {};
  const link: Draft<SpanLink> = { traceId: "", spanId: "", attributes };
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        link.traceId = readId(reader.hex(), 16);
        break;
      case 2:
        link.spanId = readId(reader.hex(), 8);
        break;
      case 3:
        link.traceState = reader.text() || undefined;
        break;
      case 4:
        readKeyValue(reader.message(), attributes, 0);
        break;
      case 5:
        link.droppedAttributesCount = reader.number() || undefined;
        break;
      case 6:
        link.flags = reader.fixed32() || undefined;
        break;
      default:
        reader.skip();
    }
  }
  return link;
}

function readStatus(reader: ProtobufReader): SpanStatus | undefined {
  let code = 0;
  let message: string | undefined;
  while (reader.next()) {
    if (reader.field === 2) message = reader.text() || undefined;
    else if (reader.field === 3) code = reader.number();
    else reader.skip();
  }
  if (code !== 1 && code !== 2) return undefined;
  return { code: code === 2 ? "error" : "ok", message };
}

function readLog(reader: ProtobufReader, sender: Sender): LogRecord {
  const attributes: Record<string, unknown> = {};
  const log: Draft<LogRecord> = { attributes, ...sender };
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        log.time = reader.fixed64() || undefined;
        break;
      case 2:
        log.severityNumber = reader.number();
        break;
      case 3:
        log.severityText = reader.text() || undefined;
        break;
      case 5:
        log.body = readAnyValue(reader.message(), 0);
        break;
      case 6:
        readKeyValue(reader.message(), attributes, 0);
        break;
      case 7:
        log.droppedAttributesCount = reader.number() || undefined;
        break;
      case 8:
        log.flags = reader.fixed32() || undefined;
        break;
      case 9:
        log.traceId = readId(reader.hex(), 16) || undefined;
        break;
      case 10:
        log.spanId = readId(reader.hex(), 8) || undefined;
        break;
      case 11:
        log.observedTime = reader.fixed64() || undefined;
        break;
      case 12:
        log.eventName = reader.text() || undefined;
        break;
      default:
        reader.skip();
    }
  }
  const named = log.eventName ?? attributes["otel.event.name"] ?? attributes["event.name"];
  return {
    ...log,
    time: log.time ?? log.observedTime,
    eventName: typeof named === "string" && named !== "" ? named : undefined,
  };
}
