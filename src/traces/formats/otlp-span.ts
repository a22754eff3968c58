import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import type {
  Resource,
  Scope,
  Span,
  SpanEvent,
  SpanKind,
  SpanLink,
  SpanStatus,
} from "../../core/traces/span.ts";
import { readAttributes } from "./any-value.ts";
import { readId } from "./ids.ts";
import { keepSpan } from "./keep-span.ts";
import { readNanoseconds } from "./times.ts";
import type { ContentBuilder } from "./trace-content.ts";

export interface SpanContext {
  readonly resource: Resource;
  readonly scope: Scope;
}

/** Reads one span in OTLP's JSON, or in protobuf's names. A span without any id is lost, and reported. */
export function readSpan(given: LooseJson, context: SpanContext, into: ContentBuilder): void {
  const span: Span = {
    traceId: readId(given.traceId ?? given.trace_id, 16),
    parentSpanId: readId(given.parentSpanId ?? given.parent_span_id, 8) || undefined,
    spanId: readId(given.spanId ?? given.span_id, 8),
    name: textFrom(given.name) ?? "",
    kind: readKind(given.kind),
    start: readNanoseconds(given.startTimeUnixNano ?? given.start_time_unix_nano),
    end: readNanoseconds(given.endTimeUnixNano ?? given.end_time_unix_nano),
    attributes: readAttributes(given.attributes),
    status: readStatus(given.status),
    events: readEvents(given.events),
    links: readLinks(given.links),
    resource: context.resource,
    scope: context.scope,
    traceState: textFrom(given.traceState ?? given.trace_state) || undefined,
    flags: readCount(given.flags),
    droppedAttributesCount: readCount(
      given.droppedAttributesCount ?? given.dropped_attributes_count,
    ),
    droppedEventsCount: readCount(given.droppedEventsCount ?? given.dropped_events_count),
    droppedLinksCount: readCount(given.droppedLinksCount ?? given.dropped_links_count),
  };
  keepSpan(span, into);
}

/** A number that is not 0, which is how protobuf says that there is none. */
export function readCount(given: unknown): number | undefined {
  return (typeof given === "number" && given) || undefined;
}

const kinds: readonly (SpanKind | undefined)[] = [
  undefined,
  "internal",
  "server",
  "client",
  "producer",
  "consumer",
];

/** By its number in protobuf. */
export function spanKindOf(number: number): SpanKind | undefined {
  return kinds[number];
}

function readKind(given: unknown): SpanKind | undefined {
  if (typeof given === "number") return spanKindOf(given);
  if (typeof given !== "string") return undefined;
  const name = given.replace(/^SPAN_KIND_/i, "").toLowerCase();
  return kinds.find((kind) => kind === name) ?? kinds[Number(given)];
}

export function readStatus(given: unknown): SpanStatus | undefined {
  if (given === undefined) return undefined;
  const { code, message } = fieldsOf(given);
  const word = typeof code === "string" ? code.replace(/^STATUS_CODE_/i, "").toLowerCase() : code;
  const read = word === 2 || word === "2" || word === "error" ? "error" : undefined;
  const isOk = word === 1 || word === "1" || word === "ok";
  if (read === undefined && !isOk) return undefined;
  return { code: read ?? "ok", message: textFrom(message) || undefined };
}

const NO_EVENTS: readonly SpanEvent[] = [];
const NO_LINKS: readonly SpanLink[] = [];

function readEvents(given: unknown): readonly SpanEvent[] {
  if (!Array.isArray(given) || given.length === 0) return NO_EVENTS;
  return objectsOf(given).map((event) => ({
    name: textFrom(event.name) ?? "",
    time: readNanoseconds(event.timeUnixNano ?? event.time_unix_nano),
    attributes: readAttributes(event.attributes),
    droppedAttributesCount: readCount(
      event.droppedAttributesCount ?? event.dropped_attributes_count,
    ),
  }));
}

function readLinks(given: unknown): readonly SpanLink[] {
  if (!Array.isArray(given) || given.length === 0) return NO_LINKS;
  return objectsOf(given).map((link) => ({
    traceId: readId(link.traceId ?? link.trace_id, 16),
    spanId: readId(link.spanId ?? link.span_id, 8),
    traceState: textFrom(link.traceState ?? link.trace_state) || undefined,
    attributes: readAttributes(link.attributes),
    droppedAttributesCount: readCount(link.droppedAttributesCount ?? link.dropped_attributes_count),
    flags: readCount(link.flags),
  }));
}
