import { gzipSync } from "node:zlib";
import type { Attributes, Span } from "../../src/core/traces/span.ts";
import { spanLine, spansExport } from "../../src/traces/formats/write-otlp-json.ts";
import { protobufExport } from "../../src/traces/formats/write-otlp-protobuf.ts";

/** Every form in which the same spans may lie in a file. */
export const traceFormats: Readonly<Record<string, (spans: readonly Span[]) => Buffer>> = {
  "OTLP JSON": (spans) => Buffer.from(JSON.stringify(spansExport(spans))),
  "OTLP JSON, printed for people": (spans) =>
    Buffer.from(JSON.stringify(spansExport(spans), null, 2)),
  "Tempo's batches": (spans) => Buffer.from(JSON.stringify({ batches: resourcesOf(spans) })),
  "Tempo's trace": (spans) =>
    Buffer.from(JSON.stringify({ trace: { resourceSpans: resourcesOf(spans) } })),
  "lines of exports": (spans) => Buffer.from(spans.map(spanLine).join("\n")),
  "lines of spans": (spans) => Buffer.from(spans.map(bareSpan).join("\n")),
  "OTLP protobuf": (spans) => protobufExport(spansExport(spans)),
  "Jaeger JSON": (spans) => Buffer.from(JSON.stringify(jaeger(spans))),
  "gzip of lines": (spans) => gzipSync(spans.map(spanLine).join("\n")),
  "gzip of protobuf": (spans) => gzipSync(protobufExport(spansExport(spans))),
};

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: object;
    readonly scopeSpans: readonly { readonly scope: object; readonly spans: readonly object[] }[];
  }[];
}

function resourcesOf(spans: readonly Span[]) {
  return (spansExport(spans) as Exported).resourceSpans;
}

/** With its sender and its scope beside it. */
function bareSpan(span: Span): string {
  const [exported] = resourcesOf([span]);
  const [scoped] = exported?.scopeSpans ?? [];
  return JSON.stringify({
    ...scoped?.spans[0],
    resource: exported?.resource,
    scope: scoped?.scope,
  });
}

function jaeger(spans: readonly Span[]) {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId)];
  return {
    data: traces.map(([traceID, own]) => ({
      traceID,
      spans: own.map((span, place) => jaegerSpan(span, `p${place}`)),
      processes: Object.fromEntries(
        own.map(({ resource }, place) => [
          `p${place}`,
          {
            serviceName: resource.attributes["service.name"],
            tags: tagsOf(resource.attributes),
          },
        ]),
      ),
    })),
  };
}

function jaegerSpan(span: Span, processID: string) {
  const { traceId, spanId, parentSpanId, name, start = 0n, end = start, status, scope } = span;
  const parent = { refType: "CHILD_OF", traceID: traceId, spanID: parentSpanId };
  return {
    traceID: traceId,
    spanID: spanId,
    operationName: name,
    references: parentSpanId === undefined ? [] : [parent],
    startTime: Number(start / 1000n),
    duration: Number((end - start) / 1000n),
    tags: tagsOf({
      ...span.attributes,
      ...(scope.name !== undefined && { "otel.scope.name": scope.name }),
      ...(status?.code === "error" && { error: true }),
    }),
    logs: span.events.map((event) => ({
      timestamp: Number((event.time ?? start) / 1000n),
      fields: tagsOf({ event: event.name, ...event.attributes }),
    })),
    processID,
  };
}

/** Jaeger knows no lists: they are JSON text there. */
function tagsOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => {
    if (typeof value === "boolean") return { key, type: "bool", value };
    if (typeof value === "number") {
      return { key, type: Number.isInteger(value) ? "int64" : "float64", value };
    }
    return {
      key,
      type: "string",
      value: typeof value === "string" ? value : JSON.stringify(value),
    };
  });
}
