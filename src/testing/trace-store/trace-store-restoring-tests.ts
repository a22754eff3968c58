import { expect, test } from "vitest";
import type { SessionTrace } from "../../core/traces/session.ts";
import type { WholeSession } from "../../core/traces/trace-store.ts";
import { aBatch, aLog, aSpan, type NewTraceStore, NOON } from "./trace-store-batches.ts";

const key = { kind: "name", key: "demo" } as const;

function aSession(id: string, traceId: string): WholeSession {
  const span = aSpan({ traceId });
  const trace: SessionTrace = {
    traceId,
    sessionId: id,
    key,
    keyStart: span.start,
    firstStart: span.start,
    lastEnd: span.end,
    hasRoot: true,
    isAgent: true,
    receivedAt: NOON,
  };
  const resource = { attributes: { "agentevals.session_name": "demo" } };
  return {
    session: { id, key, runId: undefined, instanceId: undefined },
    golden: true,
    traces: [trace],
    spans: [span, aSpan({ traceId, spanId: "00f067aa0ba902b7" })],
    logs: [aLog({ traceId }), aLog({ traceId: undefined, resource, body: id })],
  };
}

/** Sessions that come from another store. */
export function testRestoring(newStore: NewTraceStore): void {
  test("takes over a session under its own id, with all it has", async () => {
    const store = await newStore();
    const whole = aSession("demo-7", "7".repeat(32));
    expect(await store.restore(whole)).toBe(true);
    expect(await store.sessions()).toMatchObject([
      { id: "demo-7", key, golden: true, spanCount: 2, logCount: 2, receivedAt: NOON },
    ]);
    expect(await Array.fromAsync(store.spans("demo-7"))).toEqual(whole.spans);
    expect(await Array.fromAsync(store.logs("demo-7"))).toEqual(whole.logs);
  });

  test("leaves a session that is there as it is", async () => {
    const store = await newStore([aBatch({ spans: [aSpan()], sighting: { key } })]);
    const before = await store.sessions();
    expect(await store.restore(aSession("demo", "8".repeat(32)))).toBe(false);
    expect(await store.sessions()).toEqual(before);
  });

  test("goes on with a session that was taken over when spans of its traces come", async () => {
    const store = await newStore();
    await store.restore(aSession("demo-7", "7".repeat(32)));
    const late = aSpan({ traceId: "7".repeat(32), spanId: "f".repeat(16) });
    await store.append(aBatch({ spans: [late], sighting: { key } }));
    expect(await store.sessions()).toMatchObject([{ id: "demo-7", spanCount: 3 }]);
  });
}
