import { expect, test } from "vitest";
import type { TraceStore } from "../../core/traces/trace-store.ts";
import { aBatch, aLog, aSpan, type NewTraceStore } from "./trace-store-batches.ts";

async function onlySession(store: TraceStore): Promise<string> {
  const [session] = await store.sessions();
  return session?.id ?? "";
}

/** What was given comes back, once. */
export function testKeeping(newStore: NewTraceStore): void {
  test("gives back every field of a span", async () => {
    const span = aSpan({
      parentSpanId: "00f067aa0ba902b7",
      kind: "client",
      start: 18_446_744_073_709_551_615n,
      attributes: {
        text: "é \u0000 \ud800 \u2028",
        long: JSON.rawJSON("9223372036854775807"),
        list: [1, "two", null, { three: false }],
        ["__proto__"]: "kept",
      },
      status: { code: "error", message: "no" },
      events: [{ name: "said", time: 1_790_000_000_000_000_007n, attributes: { a: 1.5 } }],
      links: [{ traceId: "aa", spanId: "bb", traceState: "x=y", attributes: { b: true } }],
      resource: { attributes: { "service.name": "shop" }, schemaUrl: "https://a.test/1" },
      scope: { name: "s", version: "1", attributes: { c: 1 }, schemaUrl: "https://a.test/2" },
      traceState: "k=v",
      flags: 769,
    });
    const store = await newStore([aBatch({ spans: [span] })]);
    expect(await Array.fromAsync(store.spans(await onlySession(store)))).toEqual([span]);
  });

  test("gives back every field of a log record", async () => {
    const log = aLog({
      spanId: "b7ad6b7169203331",
      body: { content: [JSON.rawJSON("12345678901234567890")] },
      severityNumber: 9,
      severityText: "INFO",
    });
    const store = await newStore([aBatch({ spans: [aSpan()], logs: [log] })]);
    expect(await Array.fromAsync(store.logs(await onlySession(store)))).toEqual([log]);
  });

  test("keeps once what is sent twice, and says what was new", async () => {
    const spans = ["01", "02", "03"].map((end) => aSpan({ spanId: `b7ad6b71692033${end}` }));
    const logs = [aLog(), aLog({ body: "other" })];
    const store = await newStore();
    const first = aBatch({ spans: spans.slice(0, 2), logs: logs.slice(0, 1) });
    expect(await store.append(first)).toMatchObject({ spans: 2, logs: 1 });
    expect(await store.append(first)).toMatchObject({ spans: 0, logs: 0 });
    expect(await store.append(aBatch({ spans, logs }))).toMatchObject({ spans: 1, logs: 1 });
    expect(await store.append(aBatch({ spans: [aSpan(), aSpan()] }))).toMatchObject({
      spans: 1,
      logs: 0,
    });
    const [session] = await store.sessions();
    expect(session).toMatchObject({ spanCount: 4, logCount: 2 });
  });

  test("gives spans in the order they came, batches that came together included", async () => {
    const store = await newStore();
    const ids = Array.from({ length: 40 }, (_, place) => `b7ad6b71692033${place + 10}`);
    await Promise.all(ids.map((spanId) => store.append(aBatch({ spans: [aSpan({ spanId })] }))));
    const spans = await Array.fromAsync(store.spans(await onlySession(store)));
    expect(spans.map(({ spanId }) => spanId)).toEqual(ids);
  });

  test("has nothing of a session that is not there", async () => {
    const store = await newStore();
    expect(await store.sessions()).toEqual([]);
    expect(await Array.fromAsync(store.spans("none"))).toEqual([]);
    expect(await Array.fromAsync(store.logs("none"))).toEqual([]);
    expect(await store.markGolden("none", true)).toBe(false);
  });
}
