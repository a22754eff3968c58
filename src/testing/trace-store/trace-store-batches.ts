import type { TraceSighting } from "../../core/traces/session.ts";
import type { LogRecord, Span } from "../../core/traces/span.ts";
import type { TraceBatch, TraceStore } from "../../core/traces/trace-store.ts";

/** Makes a store that has these batches, and closes it after the test. */
export type NewTraceStore = (batches?: readonly TraceBatch[]) => Promise<TraceStore>;

export const NOON = Date.UTC(2026, 10, 18, 12);

export function aSpan(given: Partial<Span> = {}): Span {
  return {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    name: "chat",
    start: 1_790_000_000_000_000_001n,
    end: 1_790_000_000_500_000_002n,
    attributes: { "gen_ai.operation.name": "chat" },
    events: [],
    links: [],
    resource: { attributes: { "service.name": "shop" } },
    scope: { name: "tests" },
    ...given,
  };
}

export function aLog(given: Partial<LogRecord> = {}): LogRecord {
  return {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    time: 1_790_000_000_000_000_003n,
    eventName: "gen_ai.user.message",
    body: { content: "hi" },
    attributes: {},
    resource: { attributes: {} },
    scope: {},
    ...given,
  };
}

interface BatchSpec extends Partial<Omit<TraceBatch, "traces">> {
  /** What is told of every trace of the batch. */
  readonly sighting?: Partial<TraceSighting>;
}

/** A batch whose traces show what a test says. */
export function aBatch({ spans = [], logs = [], receivedAt = NOON, sighting }: BatchSpec) {
  const ids = [...new Set(spans.map(({ traceId }) => traceId))];
  const traces = ids.map((traceId): TraceSighting => {
    const own = spans.filter((span) => span.traceId === traceId);
    return {
      traceId,
      firstStart: own[0]?.start,
      lastEnd: own.at(-1)?.end,
      keyStart: own[0]?.start,
      hasRoot: own.some(({ parentSpanId }) => parentSpanId === undefined),
      isAgent: true,
      ...sighting,
    };
  });
  return { spans, logs, traces, receivedAt } satisfies TraceBatch;
}
