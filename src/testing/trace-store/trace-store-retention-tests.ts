import { expect, test } from "vitest";
import type { SessionKey } from "../../core/traces/session.ts";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { aBatch, aLog, aSpan, type NewTraceStore, NOON } from "./trace-store-batches.ts";

const named = (key: string): SessionKey => ({ kind: "name", key });
const traceId = (start: string) => start.padEnd(32, "0");

async function idsOf(store: TraceStore): Promise<readonly string[]> {
  return (await store.sessions()).map(({ id }) => id);
}

/** A session a name, of two spans and a log record, ten seconds after the one before. */
function aDay(...names: readonly string[]) {
  return names.map((name, place) =>
    aBatch({
      spans: ["01", "02"].map((spanId) => aSpan({ traceId: traceId(name), spanId })),
      logs: [aLog({ traceId: traceId(name) })],
      sighting: { key: named(name) },
      receivedAt: NOON + place * 10_000,
    }),
  );
}

/** What is forgotten, and what never is. */
export function testRetention(newStore: NewTraceStore): void {
  test("forgets the oldest beyond a count, and those beyond an age, but none golden or under way", async () => {
    const store = await newStore(
      ["a", "b", "c", "d"].map((name, place) =>
        aBatch({
          spans: [aSpan({ traceId: traceId(name) })],
          logs: [aLog({ traceId: traceId(name) })],
          sighting: { key: named(name) },
          receivedAt: NOON + place * 10_000,
        }),
      ),
    );
    await store.markGolden("a", true);
    const now = NOON + 32_000;
    expect(await store.retain({ now })).toEqual([]);
    expect(await store.retain({ sessions: 3, now })).toEqual(["b"]);
    expect(await idsOf(store)).toEqual(["a", "c", "d"]);
    expect(await Array.fromAsync(store.spans("b"))).toEqual([]);
    expect(await store.retain({ age: 1, now })).toEqual(["c"]);
    expect(await idsOf(store)).toEqual(["a", "d"]);
    await store.append(aBatch({ spans: [aSpan({ traceId: traceId("b") })], receivedAt: now }));
    expect((await store.sessions()).at(-1)).toMatchObject({ spanCount: 1, logCount: 0 });
  });

  test("forgets the oldest while there are too many spans, and golden ones count without going", async () => {
    const store = await newStore(aDay("a", "b", "c", "d"));
    await store.markGolden("a", true);
    const now = NOON + 100_000;
    expect(await store.retain({ spans: 8, now })).toEqual([]);
    expect(await store.retain({ spans: 5, now })).toEqual(["b", "c"]);
    expect(await store.retain({ spans: 0, now })).toEqual(["d"]);
    expect(await idsOf(store)).toEqual(["a"]);
    expect(await store.retain({ spans: 0, sessions: 0, age: 0, now })).toEqual([]);
  });

  test("forgets what tells of no agent, and log records without a session, by an age of their own", async () => {
    const store = await newStore([
      ...aDay("a"),
      aBatch({ spans: [aSpan({ traceId: traceId("e") })], sighting: { isAgent: false } }),
      aBatch({ logs: [aLog({ traceId: traceId("f") })] }),
    ]);
    expect(await store.retain({ sessions: 1, now: NOON + 60_000 })).toEqual([]);
    expect(await store.retain({ othersAge: 60_001, now: NOON + 60_000 })).toEqual([]);
    expect(await store.retain({ othersAge: 59_999, now: NOON + 60_000 })).toEqual([
      `otlp-${traceId("e").slice(0, 12)}`,
    ]);
    expect(await store.sessions()).toMatchObject([{ id: "a", logCount: 1 }]);
    await store.append(aBatch({ spans: [aSpan({ traceId: traceId("f") })] }));
    expect((await store.sessions()).at(-1)).toMatchObject({ spanCount: 1, logCount: 0 });
  });

  test("forgets a session that a user removes, golden or not, and nothing of others", async () => {
    const store = await newStore(aDay("a", "b"));
    await store.markGolden("a", true);
    expect(await store.remove("a")).toBe(true);
    expect(await store.remove("a")).toBe(false);
    expect(await Array.fromAsync(store.spans("a"))).toEqual([]);
    expect(await Array.fromAsync(store.logs("a"))).toEqual([]);
    expect(await store.sessions()).toMatchObject([{ id: "b", spanCount: 2, logCount: 1 }]);
  });
}
