import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import { setOwn } from "../../core/json/set-own.ts";
import type {
  Attributes,
  Resource,
  Scope,
  Span,
  SpanEvent,
  SpanLink,
} from "../../core/traces/span.ts";
import { readId } from "./ids.ts";
import { keepSpan } from "./keep-span.ts";
import { readStatus } from "./otlp-span.ts";
import { readMicroseconds } from "./times.ts";
import type { ContentBuilder } from "./trace-content.ts";

/** Reads what Jaeger's UI and API export: traces with their spans, and the processes that sent them. */
export function readJaeger(document: LooseJson, into: ContentBuilder): void {
  for (const trace of objectsOf(document.data)) {
    const processes = fieldsOf(trace.processes);
    const resources = new Map<string, Resource>();
    for (const span of objectsOf(trace.spans)) {
      const id = textFrom(span.processID) ?? "";
      const resource = resources.get(id) ?? readProcess(span.process ?? processes[id]);
      resources.set(id, resource);
      readJaegerSpan(span, textFrom(trace.traceID), resource, into);
    }
  }
}

function readJaegerSpan(
  span: LooseJson,
  traceOfSpan: string | undefined,
  resource: Resource,
  into: ContentBuilder,
): void {
  const { attributes, own } = readTags(span.tags);
  const start = readMicroseconds(span.startTime);
  const duration = readMicroseconds(span.duration) ?? 0n;
  const { parentSpanId, links } = readReferences(span.references);
  const read: Span = {
    traceId: readId(span.traceID ?? traceOfSpan, 16),
    spanId: readId(span.spanID, 8),
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: textFrom(span.operationName) ?? "",
    kind: kindOf(own["span.kind"]),
    start,
    end: start === undefined ? undefined : start + duration,
    attributes,
    status: statusOf(own),
    events: readLogs(span.logs),
    links,
    resource,
    scope: scopeOf(own),
  };
  keepSpan(read, into);
}

/** The tags, and among them those that say what OTLP has fields for. */
interface Tags {
  readonly attributes: Attributes;
  readonly own: Attributes;
}

const OWN = new Set([
  "span.kind",
  "otel.status_code",
  "otel.status_description",
  "otel.scope.name",
  "otel.scope.version",
  "otel.library.name",
  "otel.library.version",
]);

function readTags(given: unknown): Tags {
  const attributes: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const tag of objectsOf(given)) {
    const { key } = tag;
    if (typeof key !== "string") continue;
    const value = tagValue(tag);
    if (OWN.has(key)) own[key] = value;
    else {
      setOwn(attributes, key, value);
      if (key === "error") own[key] = value;
    }
  }
  return { attributes, own };
}

/** Exporters write numbers and booleans as strings and say in `type` what they are. */
function tagValue({ type, value }: LooseJson): unknown {
  if (typeof value !== "string") return value;
  if (type === "int64" && /^-?\d+$/.test(value)) {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (type === "float64" && value.trim() !== "" && Number.isFinite(Number(value))) {
    return Number(value);
  }
  if (type === "bool" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  if (type === "binary") return Buffer.from(value, "base64").toString("utf8");
  return value;
}

function readProcess(given: unknown): Resource {
  const process = fieldsOf(given);
  const { attributes } = readTags(process.tags);
  const service = textFrom(process.serviceName);
  return {
    attributes: service === undefined ? attributes : { "service.name": service, ...attributes },
  };
}

/** Only what a span is a child of is its parent; whatever else it refers to is a link. */
function readReferences(given: unknown): {
  readonly parentSpanId: string | undefined;
  readonly links: readonly SpanLink[];
} {
  let parentSpanId: string | undefined;
  const links: SpanLink[] = [];
  for (const reference of objectsOf(given)) {
    const spanId = readId(reference.spanID, 8);
    if (reference.refType === "CHILD_OF" && parentSpanId === undefined && spanId !== "") {
      parentSpanId = spanId;
    } else links.push({ traceId: readId(reference.traceID, 16), spanId, attributes: {} });
  }
  return { parentSpanId, links };
}

function readLogs(given: unknown): readonly SpanEvent[] {
  return objectsOf(given).map((log) => {
    const { attributes } = readTags(log.fields);
    const { event, ...others } = attributes;
    return {
      name: textFrom(event) ?? "",
      time: readMicroseconds(log.timestamp),
      attributes: others,
    };
  });
}

function kindOf(given: unknown) {
  const kinds = ["internal", "server", "client", "producer", "consumer"] as const;
  return kinds.find((kind) => kind === given);
}

function statusOf(own: Attributes) {
  const message = own["otel.status_description"];
  const code = own["otel.status_code"];
  if (code !== undefined) return readStatus({ code, message });
  return own.error === true || own.error === "true"
    ? readStatus({ code: "error", message })
    : undefined;
}

function scopeOf(own: Attributes): Scope {
  return {
    name: textFrom(own["otel.scope.name"]) ?? textFrom(own["otel.library.name"]),
    version: textFrom(own["otel.scope.version"]) ?? textFrom(own["otel.library.version"]),
  };
}
