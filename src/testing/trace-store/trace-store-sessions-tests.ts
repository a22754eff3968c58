import { expect, test } from "vitest";
import type { SessionKey } from "../../core/traces/session.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { aBatch, aLog, aSpan, type NewTraceStore, NOON } from "./trace-store-batches.ts";

const named = (key: string): SessionKey => ({ kind: "name", key });
const traceId = (start: string) => start.padEnd(32, "0");

async function idsOf(store: TraceStore): Promise<readonly string[]> {
  return (await store.sessions()).map(({ id }) => id);
}

/** Traces belong to sessions. */
export function testSessions(newStore: NewTraceStore): void {
  test("lists a session with what it has", async () => {
    const spans = [aSpan(), aSpan({ traceId: traceId("b"), start: 5n, end: 9n })];
    const store = await newStore([aBatch({ spans, sighting: { key: named("demo") } })]);
    expect(await store.sessions()).toEqual([
      {
        id: "demo",
        key: named("demo"),
        traceIds: [aSpan().traceId, traceId("b")],
        spanCount: 2,
        logCount: 0,
        firstStart: 5n,
        lastEnd: aSpan().end,
        receivedAt: NOON,
        completeAt: NOON + 3000,
        isAgent: true,
        golden: false,
      },
    ]);
  });

  test("moves a session into another whose key is stronger, golden and all", async () => {
    const store = await newStore([aBatch({ spans: [aSpan()] })]);
    expect(await idsOf(store)).toEqual([`otlp-${aSpan().traceId.slice(0, 12)}`]);
    await store.markGolden(`otlp-${aSpan().traceId.slice(0, 12)}`, true);
    const root = aSpan({ spanId: "00f067aa0ba902b7" });
    await store.append(aBatch({ spans: [root], sighting: { key: named("demo") } }));
    expect(await store.sessions()).toMatchObject([{ id: "demo", spanCount: 2, golden: true }]);
  });

  test("S9 keeps log records for the spans that come after them", async () => {
    const store = await newStore([aBatch({ logs: [aLog()] })]);
    expect(await idsOf(store)).toEqual([]);
    await store.append(aBatch({ spans: [aSpan()], receivedAt: NOON + 600_000 }));
    const [id = ""] = await idsOf(store);
    expect(await Array.fromAsync(store.logs(id))).toEqual([aLog()]);
  });

  test("S10 gives log records to the session that they name, before its spans and after", async () => {
    const resource = { attributes: { "agentevals.session_name": "demo" } };
    const log = (start: string, body: string) =>
      aLog({ resource, body, traceId: start === "" ? undefined : traceId(start) });
    const store = await newStore([
      aBatch({ logs: [log("c", "other trace"), log("", "no trace")] }),
      aBatch({ logs: [aLog({ ...log("d", "of another"), resource: { attributes: {} } })] }),
      aBatch({ spans: [aSpan()], sighting: { key: named("demo") }, receivedAt: NOON + 1000 }),
      aBatch({ logs: [log("e", "later")], receivedAt: NOON + 2000 }),
    ]);
    const bodies = (await Array.fromAsync(store.logs("demo"))).map(({ body }) => body);
    expect(bodies).toEqual(["other trace", "no trace", "later"]);
    const [session] = await store.sessions();
    expect(session?.traceIds).toEqual([aSpan().traceId, traceId("c"), traceId("e")]);
    expect(session?.completeAt).toBe(NOON + 4000);
  });

  test("leaves log records that name a session which is over, or that came long before", async () => {
    const resource = { attributes: { "agentevals.session_name": "demo" } };
    const store = await newStore([
      aBatch({ logs: [aLog({ resource, traceId: undefined })] }),
      aBatch({ spans: [aSpan()], sighting: { key: named("demo") }, receivedAt: NOON + 61_000 }),
      aBatch({ logs: [aLog({ resource, traceId: traceId("f") })], receivedAt: NOON + 100_000 }),
    ]);
    expect(await Array.fromAsync(store.logs("demo"))).toEqual([]);
  });

  test("marks a session golden, and takes it back", async () => {
    const store = await newStore([aBatch({ spans: [aSpan()], sighting: { key: named("demo") } })]);
    expect(await store.markGolden("demo", true)).toBe(true);
    expect(await store.sessions()).toMatchObject([{ golden: true }]);
    await store.append(
      aBatch({ spans: [aSpan({ spanId: "cc" })], sighting: { key: named("demo") } }),
    );
    expect(await store.sessions()).toMatchObject([{ golden: true, spanCount: 2 }]);
    expect(await store.markGolden("demo", false)).toBe(true);
    expect(await store.sessions()).toMatchObject([{ golden: false }]);
  });
}
