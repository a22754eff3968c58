import { expect, test } from "vitest";
import { aLog } from "../../../src/testing/trace-store/trace-store-batches.ts";
import { readTraces } from "../../../src/traces/read-traces.ts";
import { sightTraces } from "../../../src/traces/sessions/sight-traces.ts";
import { conversation, describeSessions, spanOf } from "./sent-sessions.ts";

describeSessions("sessions of log records", ({ newStore }) => {
  test("S11 a log record that comes late belongs to its trace's session, and reopens nothing", async () => {
    const store = newStore();
    const spans = [spanOf({ trace: "a" })];
    await store.append({ spans, logs: [], traces: sightTraces(spans), receivedAt: 0 });
    const log = aLog({ traceId: "a".padEnd(32, "0") });
    await store.append({ spans: [], logs: [log], traces: [], receivedAt: 99_000 });
    expect(await store.sessions()).toMatchObject([{ logCount: 1, completeAt: 3000 }]);
  });

  test("S16 log records of two sessions in one batch are told apart by their traces", async () => {
    const store = newStore();
    const spans = ["a", "b"].map((trace) => spanOf({ trace, attributes: conversation(trace) }));
    const logs = spans.map(({ traceId }) => aLog({ traceId }));
    await store.append({ spans, logs, traces: sightTraces(spans), receivedAt: 0 });
    expect(await Array.fromAsync(store.logs("a"))).toEqual([logs[0]]);
    expect(await Array.fromAsync(store.logs("b"))).toEqual([logs[1]]);
  });

  test("results of an evaluation that are sent back are no conversation", async () => {
    const store = newStore();
    const result = {
      "gen_ai.evaluation.name": "response_match_score",
      "gen_ai.evaluation.score.value": 1,
    };
    const spans = [
      spanOf({ trace: "a", attributes: conversation("c") }),
      spanOf({ trace: "b", attributes: result }),
    ];
    const logs = ["a", "b", "d"].map((trace) =>
      aLog({
        traceId: trace.padEnd(32, "0"),
        eventName: "gen_ai.evaluation.result",
        attributes: result,
      }),
    );
    await store.append({ spans, logs, traces: sightTraces(spans), receivedAt: 0 });
    const sessions = await store.sessions();
    expect(sessions.filter(({ isAgent }) => isAgent)).toMatchObject([{ id: "c", logCount: 1 }]);
    const records = readTraces({
      spans: await Array.fromAsync(store.spans("c")),
      logs: await Array.fromAsync(store.logs("c")),
    });
    expect(
      records.flatMap(({ turns }) => turns.flatMap(({ user, answer }) => [user, answer])),
    ).toEqual([undefined, undefined]);
  });

  test("log records of any kind are kept with their session", async () => {
    const store = newStore();
    const spans = [spanOf({ trace: "a", attributes: conversation("c") })];
    const logs = [undefined, "gen_ai.user.message", "http.request"].map((eventName) =>
      aLog({ traceId: "a".padEnd(32, "0"), eventName }),
    );
    await store.append({ spans, logs, traces: sightTraces(spans), receivedAt: 0 });
    expect(await Array.fromAsync(store.logs("c"))).toEqual(logs);
  });
});
