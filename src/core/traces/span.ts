/** One span of a trace, with everything its exporter sent. */
export interface Span {
  /** Lower-case hex; "" where the exporter gave none. */
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind?: SpanKind | undefined;
  /** Nanoseconds since 1970; undefined where unknown. */
  readonly start?: bigint | undefined;
  readonly end?: bigint | undefined;
  readonly attributes: Attributes;
  readonly status?: SpanStatus | undefined;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly resource: Resource;
  readonly scope: Scope;
  readonly traceState?: string | undefined;
  readonly flags?: number | undefined;
  /** What was left out, by its exporter or by whoever received it. */
  readonly droppedAttributesCount?: number | undefined;
  readonly droppedEventsCount?: number | undefined;
  readonly droppedLinksCount?: number | undefined;
}

export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

/** By key: JSON values, arrays and objects included. Integers beyond 2^53 are `JSON.rawJSON` values. */
export type Attributes = Readonly<Record<string, unknown>>;

export interface SpanStatus {
  readonly code: "ok" | "error";
  readonly message?: string | undefined;
}

export interface SpanEvent {
  readonly name: string;
  readonly time?: bigint | undefined;
  readonly attributes: Attributes;
  readonly droppedAttributesCount?: number | undefined;
}

export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState?: string | undefined;
  readonly attributes: Attributes;
  readonly droppedAttributesCount?: number | undefined;
  readonly flags?: number | undefined;
}

/** Who sent it: the service, its version, its machine. */
export interface Resource {
  readonly attributes: Attributes;
  readonly schemaUrl?: string | undefined;
}

/** Which instrumentation made it. */
export interface Scope {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly attributes?: Attributes | undefined;
  readonly schemaUrl?: string | undefined;
}

/** A log record, which may carry what was said in the span it belongs to. */
export interface LogRecord {
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  /** When it happened, or was seen where nobody says so. */
  readonly time?: bigint | undefined;
  readonly observedTime?: bigint | undefined;
  readonly eventName?: string | undefined;
  readonly body?: unknown;
  readonly attributes: Attributes;
  readonly severityNumber?: number | undefined;
  readonly severityText?: string | undefined;
  readonly droppedAttributesCount?: number | undefined;
  readonly flags?: number | undefined;
  readonly resource: Resource;
  readonly scope: Scope;
}
