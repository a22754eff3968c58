import { expect, test } from "vitest";
import type { SessionKey } from "../../core/traces/session.ts";
import type { Span } from "../../core/traces/span.ts";
import type { TraceLimits, TraceStore } from "../../core/traces/trace-store.ts";
import { aBatch, aLog, aSpan, NOON } from "./trace-store-batches.ts";

const traceId = (start: string) => start.padEnd(32, "0");
const demo: SessionKey = { kind: "name", key: "demo" };

function spansOf(trace: string, count: number): readonly Span[] {
  return Array.from({ length: count }, (_, place) =>
    aSpan({ traceId: traceId(trace), spanId: String(place).padStart(16, "0") }),
  );
}

/** What is beyond is told, and what was there stays. */
export function testTraceLimits(
  newStore: (limits: Partial<TraceLimits>) => Promise<TraceStore>,
): void {
  test("S12 keeps as many spans of a trace as are allowed, and turns the rest away", async () => {
    const store = await newStore({ spansPerTrace: 3 });
    const spans = spansOf("a", 5);
    expect(await store.append(aBatch({ spans: spans.slice(0, 2) }))).toMatchObject({ spans: 2 });
    const rest = { spans: 1, rejectedSpans: 2 };
    expect(await store.append(aBatch({ spans }))).toMatchObject(rest);
    // what is there already is no refusal, however full it is
    expect(await store.append(aBatch({ spans: spans.slice(0, 3) }))).toMatchObject({
      spans: 0,
      rejectedSpans: 0,
    });
    const [session] = await store.sessions();
    expect(session?.spanCount).toBe(3);
    expect(await Array.fromAsync(store.spans(session?.id ?? ""))).toEqual(spans.slice(0, 3));
  });

  test("keeps as many spans of a session as are allowed, over all its traces", async () => {
    const store = await newStore({ spansPerSession: 4 });
    const sighting = { key: demo };
    const append = (trace: string, count: number) =>
      store.append(aBatch({ spans: spansOf(trace, count), sighting }));
    expect(await append("a", 3)).toMatchObject({ spans: 3, rejectedSpans: 0 });
    expect(await append("b", 3)).toMatchObject({ spans: 1, rejectedSpans: 2 });
    expect(await append("c", 2)).toMatchObject({ spans: 0, rejectedSpans: 2 });
    expect(await store.append(aBatch({ spans: spansOf("d", 2) }))).toMatchObject({ spans: 2 });
    const [session] = await store.sessions();
    expect(session).toMatchObject({ id: "demo", spanCount: 4 });
    expect(session?.traceIds).toEqual([traceId("a"), traceId("b")]);
    expect(await Array.fromAsync(store.spans("demo"))).toHaveLength(4);
  });

  test("moves a trace whole, also into a session that is full by it", async () => {
    const store = await newStore({ spansPerSession: 3 });
    await store.append(aBatch({ spans: spansOf("a", 2), sighting: { key: demo } }));
    await store.append(aBatch({ spans: spansOf("b", 2) }));
    const root = aSpan({ traceId: traceId("b"), spanId: "f".repeat(16) });
    const moved = await store.append(aBatch({ spans: [root], sighting: { key: demo } }));
    expect(moved).toMatchObject({ spans: 0, rejectedSpans: 1 });
    expect(await store.sessions()).toMatchObject([{ id: "demo", spanCount: 4 }]);
  });

  test("keeps as many log records of a trace and of a session as are allowed", async () => {
    const store = await newStore({ logsPerTrace: 2, logsPerSession: 3 });
    const logs = (trace: string, count: number) =>
      Array.from({ length: count }, (_, body) => aLog({ traceId: traceId(trace), body }));
    const spans = ["a", "b"].flatMap((trace) => spansOf(trace, 1));
    await store.append(aBatch({ spans, sighting: { key: demo } }));
    expect(await store.append(aBatch({ logs: logs("a", 3) }))).toMatchObject({
      logs: 2,
      rejectedLogs: 1,
    });
    expect(await store.append(aBatch({ logs: logs("a", 2) }))).toMatchObject({
      logs: 0,
      rejectedLogs: 0,
    });
    expect(await store.append(aBatch({ logs: logs("b", 2), receivedAt: NOON + 1 }))).toMatchObject({
      logs: 1,
      rejectedLogs: 1,
    });
    expect(await store.sessions()).toMatchObject([{ logCount: 3 }]);
  });
}
