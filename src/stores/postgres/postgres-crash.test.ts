import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresCluster, postgresCluster } from "../../../tests/postgres-cluster.ts";
import { ask } from "../../../tests/postgres-database.ts";
import { aCaseEnd, aRunStart, aTurnEnd } from "../../testing/builders.ts";
import { aBatch, aSpan } from "../../testing/trace-store/trace-store-batches.ts";
import { postgresStore } from "./postgres-store.ts";
import { postgresTraceStore } from "./traces/postgres-trace-store.ts";

let cluster: PostgresCluster;
beforeAll(async () => {
  cluster = await postgresCluster();
});
afterAll(() => cluster.stop());

test("whatever a kill of PostgreSQL interrupts, every event is there once when it is back", async () => {
  const store = postgresStore(cluster.address);
  await store.append(aRunStart({ runId: "killed" }));
  expect(await store.lock("killed")).toBe(true);
  let isOver = false;
  const writing = Promise.all(
    [0, 1, 2].map(async (trial) => {
      let turn = 0;
      for (; !isOver; turn += 1) await store.append(aTurnEnd({ runId: "killed", trial, turn }));
      return turn;
    }),
  );
  for (let kill = 0; kill < 2; kill += 1) {
    await setTimeout(100);
    await cluster.kill();
    await setTimeout(50);
    await cluster.start();
  }
  await setTimeout(100);
  isOver = true;
  const turns = await writing;
  const seen: string[] = [];
  for await (const event of store.caseEvents("killed")) {
    if (event.type === "turn-end") seen.push(`${event.trial} ${event.turn}`);
  }
  const expected = turns.flatMap((count, trial) =>
    Array.from({ length: count }, (_, turn) => `${trial} ${turn}`),
  );
  expect(seen).toEqual(expected);
  await store.close();
});

test("spans that were acknowledged are there after a kill, and none twice", async () => {
  const store = postgresTraceStore(cluster.address);
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = (async () => {
    for (let place = 0; !isOver; place += 1) {
      const spanId = place.toString(16).padStart(16, "0");
      await store.append(aBatch({ spans: [aSpan({ spanId })] }));
      acknowledged.push(spanId);
    }
  })();
  await setTimeout(100);
  await cluster.kill();
  await cluster.start();
  await setTimeout(100);
  isOver = true;
  await writing;
  const [session] = await store.sessions();
  const spans = await Array.fromAsync(store.spans(session?.id ?? ""));
  expect(spans.map(({ spanId }) => spanId)).toEqual(acknowledged);
  expect(session?.spanCount).toBe(acknowledged.length);
  await store.close();
});

test("whoever lost a run to another process writes no more of it", async () => {
  const store = postgresStore(cluster.address);
  await store.append(aRunStart({ runId: "lost" }));
  await store.lock("lost");
  await ask(cluster.address, "UPDATE assay.locks SET owner = 'other' WHERE run_id = 'lost'");
  await expect(store.append(aCaseEnd({ runId: "lost" }))).rejects.toMatchObject({
    code: "run/busy",
    message: "Another process has taken over run lost, or removed it.",
  });
  expect(await store.endedCases("lost")).toEqual([]);
  await store.close().catch(() => {});
});

test("a holder on another machine is gone when it was silent for long, and not before", async () => {
  const store = postgresStore(cluster.address);
  await store.append(aRunStart({ runId: "far" }));
  await ask(
    cluster.address,
    "INSERT INTO assay.locks VALUES ('far', 'other', 1, 'another machine', '', now())",
  );
  expect(await store.lock("far")).toBe(false);
  expect(await store.isLocked?.("far")).toBe(true);
  await ask(cluster.address, "UPDATE assay.locks SET heartbeat = now() - interval '31 seconds'");
  expect(await store.isLocked?.("far")).toBe(false);
  expect(await store.lock("far")).toBe(true);
  await store.close();
});

test("a database that was never there is told at once, and its password is not", async () => {
  const store = postgresStore("postgres://eval:sesame@127.0.0.1:1/assay");
  await expect(store.list()).rejects.toMatchObject({
    code: "store/unusable",
    message: expect.stringContaining("postgres://eval@127.0.0.1:1/assay cannot be reached"),
  });
  await expect(store.list()).rejects.not.toMatchObject({
    message: expect.stringContaining("sesame"),
  });
  await store.close();
});
