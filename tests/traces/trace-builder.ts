import { groupTraces } from "../../src/traces/conversations/group-traces.ts";
import { readTraceText } from "../../src/traces/formats/read-trace-text.ts";
import { readTraces } from "../../src/traces/read-traces.ts";

/** A span for tests: id, parent, name, from and to in milliseconds, and what else it has. */
export interface SpanSpec {
  readonly id: string;
  readonly parent?: string;
  readonly name?: string;
  readonly from?: number;
  readonly to?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly events?: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly isError?: boolean;
}

export interface TraceSpec {
  readonly scope?: string;
  readonly resource?: Readonly<Record<string, unknown>>;
  readonly spans: readonly SpanSpec[];
}

const EPOCH = 1_790_000_000_000_000_000n;
export const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

/** The text of an OTLP JSON document. Objects and lists in attributes are written as JSON text, as exporters do. */
export function otlpText({ scope = "tests", resource = {}, spans }: TraceSpec): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: scope }, spans: spans.map(otlpSpan) }],
      },
    ],
  });
}

/** The turns of a trace, as little of them as tests look at. */
export function turnsOf(spec: TraceSpec | string) {
  const content = readTraceText(typeof spec === "string" ? spec : otlpText(spec));
  if (content === undefined) throw new Error("the text is no trace");
  const groups = groupTraces(readTraces(content), { groupBy: "conversation" });
  return groups.flatMap(({ turns }) =>
    turns.map(({ id, user, answer, tools }) => ({
      id: id.replace(/^0+/, ""),
      user,
      answer,
      tools: tools.map(({ name, args, id: callId, result, errorType }) => ({
        name,
        args,
        ...(callId !== undefined && { id: callId }),
        ...(result !== undefined && { result }),
        ...(errorType !== undefined && { errorType }),
      })),
    })),
  );
}

function otlpSpan(spec: SpanSpec, index: number) {
  const { id, parent, name = id, from = index * 10, to = from + 5, attributes = {} } = spec;
  return {
    traceId: TRACE_ID,
    spanId: spanId(id),
    ...(parent !== undefined && { parentSpanId: spanId(parent) }),
    name,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(to),
    attributes: keyValues(attributes),
    events: (spec.events ?? []).map((event, place) => ({
      name: event.name,
      timeUnixNano: nanoseconds(from + place),
      attributes: keyValues(event.attributes),
    })),
    ...(spec.isError && { status: { code: 2 } }),
  };
}

function spanId(id: string): string {
  return id.padStart(16, "0");
}

function nanoseconds(milliseconds: number): string {
  return (EPOCH + BigInt(milliseconds) * 1_000_000n).toString();
}

function keyValues(attributes: Readonly<Record<string, unknown>>) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown) {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  }
  return { stringValue: typeof value === "string" ? value : JSON.stringify(value) };
}
