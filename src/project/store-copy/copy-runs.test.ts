import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunStore } from "../../core/run-store.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { sqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { aCaseEnd, aRunEnd, aRunStart, caseEvents } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { copyRuns } from "./copy-runs.ts";

async function storeWith(...runIds: readonly string[]): Promise<RunStore> {
  const store = memoryStore();
  for (const runId of runIds) {
    for (const event of [aRunStart({ runId }), ...caseEvents({ runId }), aRunEnd({ runId })]) {
      await store.append(event);
    }
  }
  return store;
}

async function eventsOf(store: RunStore, runId: string) {
  return (await store.eventsSince(runId, 0, 1000)).events.map(({ event }) => event);
}

const copied = async (from: RunStore, to: RunStore) =>
  (await Array.fromAsync(copyRuns(from, to))).map(({ runId, was }) => `${runId} ${was}`);

test("runs come in their order, event by event, and once", async () => {
  const from = await storeWith("a", "b");
  const to = sqliteStore(join(temporaryFolder(), "assay.db"));
  expect(await copied(from, to)).toEqual(["a copied", "b copied"]);
  expect((await to.list()).map(({ runId }) => runId)).toEqual(["b", "a"]);
  expect(await eventsOf(to, "a")).toEqual(await eventsOf(from, "a"));
  expect(await copied(from, to)).toEqual(["a there", "b there"]);
  await to.close();
});

test("a copy that was broken off is gone on with", async () => {
  const from = await storeWith("a");
  const to = memoryStore();
  const [first, second] = await eventsOf(from, "a");
  for (const event of [first, second]) if (event !== undefined) await to.append(event);
  expect(await copied(from, to)).toEqual(["a copied"]);
  expect(await eventsOf(to, "a")).toEqual(await eventsOf(from, "a"));
});

test("a run that went on there, or is another one, is left alone", async () => {
  const from = await storeWith("a", "b");
  const to = await storeWith("a");
  await to.append({ type: "run-mark", runId: "a", at: "2026-11-19T10:00:00.000Z", kept: true });
  await to.append(aRunStart({ runId: "b", at: "2026-01-01T10:00:00.000Z" }));
  await to.append(aCaseEnd({ runId: "b", status: "failed" }));
  const before = await eventsOf(to, "b");
  expect(await copied(from, to)).toEqual(["a other", "b other"]);
  expect(await eventsOf(to, "b")).toEqual(before);
});
