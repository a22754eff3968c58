import { expect, test } from "vitest";
import { sightTraces } from "../../../src/traces/sessions/sight-traces.ts";
import { CALL, conversation, describeSessions, name, spanOf } from "./sent-sessions.ts";

describeSessions("sessions of spans", ({ newStore, sessionsOf, idsOf }) => {
  test("S1 a session is complete three seconds after its root came", async () => {
    const [session] = await sessionsOf([[10, [{ trace: "a" }]]]);
    expect(session).toMatchObject({ spanCount: 1, completeAt: 13_000 });
  });

  test("S2 S22 the name that the resource gives is the session's, before any id", async () => {
    const spans = [{ trace: "a", resource: name("custom-name"), attributes: conversation("c") }];
    expect(await idsOf([0, spans])).toEqual(["custom-name"]);
  });

  test("S3 a trace that names nothing is a session by its own id", async () => {
    expect(await idsOf([0, [{ trace: "abcdef1234567890" }]])).toEqual(["otlp-abcdef123456"]);
  });

  test("S5 S6 traces of one name are one session, those of another are not", async () => {
    const traces = ["a", "b", "c", "d"].map((trace) => ({ trace, resource: name("one") }));
    const sessions = await sessionsOf([
      [0, traces.slice(0, 2)],
      [1, [...traces.slice(2), { trace: "e", resource: name("two") }]],
    ]);
    expect(sessions.map(({ id, traceIds }) => [id, traceIds.length])).toEqual([
      ["one", 4],
      ["two", 1],
    ]);
  });

  test("S7 without a root a session is complete after thirty seconds", async () => {
    const [session] = await sessionsOf([[10, [{ trace: "a", parent: "9" }]]]);
    expect(session?.completeAt).toBe(40_000);
  });

  test("a span whose parent is elsewhere is a root while it encloses all others", async () => {
    const remote = { trace: "a", parent: "9", flags: 0x301, from: 10, to: 20 };
    const within = { trace: "a", parent: "1", from: 12, to: 18 };
    const before = { trace: "a", parent: "1", from: 5, to: 18 };
    expect((await sessionsOf([[10, [remote, within]]]))[0]?.completeAt).toBe(13_000);
    expect((await sessionsOf([[10, [remote, before]]]))[0]?.completeAt).toBe(40_000);
  });

  test("S8 S14 a name that comes again long after it was complete is the next run of it", async () => {
    const run = (trace: string) => [{ trace, resource: name("repeated") }];
    const batches = [
      [0, run("a")],
      [33, run("b")],
      [66, run("c")],
    ] as const;
    expect(await idsOf(...batches)).toEqual(["repeated", "repeated-2", "repeated-3"]);
    expect(await idsOf([0, run("a")], [32, run("b")])).toEqual(["repeated"]);
  });

  test("S8 another process under a name that is complete is the next run at once", async () => {
    const run = (trace: string, instance: string) => [
      { trace, resource: { ...name("repeated"), "service.instance.id": instance } },
    ];
    expect(await idsOf([0, run("a", "p1")], [4, run("b", "p2")])).toEqual([
      "repeated",
      "repeated-2",
    ]);
    expect(await idsOf([0, run("a", "p1")], [2, run("b", "p2")])).toEqual(["repeated"]);
    expect(await idsOf([0, run("a", "p1")], [99, run("b", "p1")])).toEqual(["repeated"]);
  });

  test("another run id is the next run even while the first is under way", async () => {
    const run = (trace: string, id: string) => [
      { trace, resource: { ...name("repeated"), "agentevals.session.run_id": id } },
    ];
    const batches = [
      [0, run("a", "1")],
      [1, run("b", "2")],
      [2, run("c", "2")],
    ] as const;
    const sessions = await sessionsOf(batches);
    expect(sessions.map(({ id, traceIds }) => [id, traceIds.length])).toEqual([
      ["repeated", 1],
      ["repeated-2", 2],
    ]);
  });

  test("S13 S15 a late root reopens the session of its trace, which keeps all it had", async () => {
    const child = (trace: string) => ({ trace, parent: "9", resource: name("split") });
    const root = (trace: string) => ({ trace, resource: name("split") });
    const [session, ...rest] = await sessionsOf([
      [0, [root("a"), child("a"), child("a"), root("b"), child("b"), child("b"), child("c")]],
      [100, [child("c"), root("c")]],
    ]);
    expect(rest).toEqual([]);
    expect(session).toMatchObject({ id: "split", spanCount: 9, completeAt: 103_000 });
    expect(session?.traceIds).toHaveLength(3);
  });

  test("S18 S19 a conversation goes on in its session, however late", async () => {
    const turn = (trace: string) => [{ trace, attributes: conversation("convA") }];
    const batches = [
      [0, turn("a")],
      [1, turn("b")],
      [9999, turn("c")],
    ] as const;
    const sessions = await sessionsOf(batches);
    expect(sessions).toMatchObject([{ id: "convA", spanCount: 3 }]);
  });

  test("S20 two conversations of one sender are two sessions", async () => {
    const both = ["convX", "convY"].map((id, at) => ({
      trace: `${at}a`,
      attributes: conversation(id),
    }));
    expect(await idsOf([0, both])).toEqual(["convX", "convY"]);
  });

  test("S21 a root that names the conversation takes what came before it along", async () => {
    const child = { trace: "666666666666", parent: "1" };
    const root = { trace: "666666666666", id: "1", attributes: conversation("convZ") };
    expect(await idsOf([0, [child]])).toEqual(["otlp-666666666666"]);
    const sessions = await sessionsOf([
      [0, [child]],
      [1, [root]],
    ]);
    expect(sessions).toMatchObject([{ id: "convZ", spanCount: 2 }]);
  });

  test("of several conversations in a trace the one that starts first counts, also when it comes last", async () => {
    const inner = { trace: "a", parent: "1", from: 20, attributes: conversation("sub") };
    const outer = { trace: "a", id: "1", from: 10, attributes: conversation("main") };
    expect(await idsOf([0, [inner, outer]])).toEqual(["main"]);
    expect(await idsOf([0, [inner]], [1, [outer]])).toEqual(["main"]);
    expect(await idsOf([0, [outer]], [1, [inner]])).toEqual(["main"]);
  });

  test("the order of batches does not matter for where the spans of a trace end up", async () => {
    const batches = [
      { trace: "a", parent: "1", from: 30 },
      { trace: "a", parent: "1", from: 20, attributes: { ...CALL, "session.id": "s" } },
      { trace: "a", id: "1", from: 10, attributes: conversation("c") },
    ];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const sent = order.map((at, second) => [second, batches.slice(at, at + 1)] as const);
      expect(await sessionsOf(sent)).toMatchObject([{ id: "c", spanCount: 3 }]);
    }
  });

  test("an id that another session has already is told apart by a number", async () => {
    const one = { trace: "a", resource: name("same") };
    const other = { trace: "b", attributes: conversation("same") };
    expect(await idsOf([0, [one, other]])).toEqual(["same", "same-2"]);
  });

  test("a key that cannot be shown is none", async () => {
    const odd = ["", "a\u0007b", "x".repeat(257), "a\u202eb"];
    for (const key of odd) {
      expect(await idsOf([0, [{ trace: "a", resource: name(key) }]])).toEqual([
        "otlp-a00000000000",
      ]);
    }
  });

  test("a trace that tells of no agent is kept, and known to be none", async () => {
    const [session] = await sessionsOf([
      [0, [{ trace: "a", attributes: { "http.method": "GET" } }]],
    ]);
    expect(session).toMatchObject({ isAgent: false, spanCount: 1 });
  });

  test("a batch that is sent again does not reopen what is complete", async () => {
    const again = [{ trace: "a", id: "1" }];
    expect(
      await sessionsOf([
        [0, again],
        [99, again],
      ]),
    ).toMatchObject([{ completeAt: 3000 }]);
  });

  test("S4 what the resource says of the eval set stays with the spans", async () => {
    const store = newStore();
    const spans = [
      spanOf({ trace: "a", resource: { ...name("s"), "agentevals.eval_set_id": "golden" } }),
    ];
    await store.append({ spans, logs: [], traces: sightTraces(spans), receivedAt: 0 });
    const [span] = await Array.fromAsync(store.spans("s"));
    expect(span?.resource.attributes).toMatchObject({ "agentevals.eval_set_id": "golden" });
  });

  test("a stronger key takes a whole session along, a weaker one nothing", async () => {
    const weak = (trace: string) => ({ trace, attributes: { ...CALL, "session.id": "s" } });
    const strong = { trace: "a", from: 1, attributes: conversation("c") };
    const taken = await sessionsOf([
      [0, [weak("a"), weak("b")]],
      [1, [strong]],
    ]);
    expect(taken).toMatchObject([{ id: "c", spanCount: 3 }]);
    expect(taken[0]?.traceIds).toHaveLength(2);
    const kept = await sessionsOf([
      [0, [strong]],
      [1, [{ ...weak("a"), from: 0 }]],
    ]);
    expect(kept).toMatchObject([{ id: "c", spanCount: 2 }]);
  });

  test("a run of another id begins the next session at once, the same id goes on", async () => {
    const run = (trace: string, id: string) => [
      { trace, resource: { ...name("nightly"), "agentevals.session.run_id": id } },
    ];
    expect(await idsOf([0, run("a", "1")], [1, run("b", "2")])).toEqual(["nightly", "nightly-2"]);
    expect(await idsOf([0, run("a", "1")], [999, run("b", "1")])).toEqual(["nightly"]);
  });
});
