import { expect, test } from "vitest";
import type { TraceStore } from "../../../core/traces/trace-store.ts";
import { memoryTraceStore } from "../../../stores/memory-trace-store.ts";
import { aSpan } from "../../../testing/trace-store/trace-store-batches.ts";
import { sightTraces } from "../../../traces/sessions/sight-traces.ts";
import type { ServerParts } from "../server-parts.ts";
import { liveSessions } from "./live-session.ts";
import { sessionList } from "./sessions.ts";

/** A store of sessions of one span each, which says whose spans were read and how many at once. */
async function storeOf(count: number) {
  const store = memoryTraceStore();
  for (let at = 0; at < count; at += 1) await receive(store, at);
  const seen = { read: [] as string[], most: 0, now: 0 };
  const watched: TraceStore = {
    ...store,
    async *spans(id) {
      seen.read.push(id);
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await new Promise((resolve) => setImmediate(resolve));
      yield* store.spans(id);
      seen.now -= 1;
    },
  };
  return { store: watched, seen };
}

async function receive(store: TraceStore, at: number, spanId = "0000000000000001") {
  const traceId = (at + 1).toString(16).padStart(32, "0");
  const start = BigInt(at) * 1_000_000n;
  const attributes = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "clerk" };
  const times = { start, end: start + 1n };
  const spans = [aSpan({ ...times, traceId, spanId, name: "invoke_agent", attributes })];
  await store.append({ spans, logs: [], traces: sightTraces(spans), receivedAt: Date.now() });
}

test("a few sessions are read at a time, and again only when spans of them came", async () => {
  const { store, seen } = await storeOf(40);
  const live = liveSessions(store);
  const sessions = await store.sessions();
  const lines = await live.lines(sessions);
  expect(lines.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id));
  expect(seen.read).toHaveLength(40);
  expect(seen.most).toBeLessThanOrEqual(3);
  await live.lines(sessions);
  expect(seen.read).toHaveLength(40);
  await receive(store, 7, "0000000000000002");
  await live.lines(await store.sessions());
  expect(seen.read).toHaveLength(41);
});

test("of thousands of sessions a list reads the newest, and tells how many there are", async () => {
  const { store, seen } = await storeOf(1100);
  const parts = { traces: store, live: liveSessions(store), receiver: () => ({}) };
  const ask = async (query: object) =>
    await sessionList.handle({
      query: { offset: 0, limit: 50, ...query },
      parts: parts as unknown as ServerParts,
    } as Parameters<typeof sessionList.handle>[0]);
  const first = await ask({});
  expect(first).toMatchObject({ count: 1100, all: 1100, agents: [{ name: "shop", count: 1000 }] });
  expect(seen.read).toHaveLength(1000);
  await ask({});
  expect(seen.read).toHaveLength(1000);
  expect((await ask({ offset: 1050 })).sessions).toHaveLength(50);
  expect(seen.read).toHaveLength(1050);
  expect(await ask({ agent: "shop" })).toMatchObject({ count: 1100, all: 1100 });
  expect(await ask({ agent: "nobody" })).toMatchObject({ count: 0, all: 1100 });
});
