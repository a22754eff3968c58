import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { TraceStore } from "../../../core/traces/trace-store.ts";
import { aRunStart } from "../../../testing/builders.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { aBatch, aSpan } from "../../../testing/trace-store/trace-store-batches.ts";
import { describeTraceStore } from "../../../testing/trace-store/trace-store-contract.ts";
import type { TraceDamage } from "../../trace-damage.ts";
import { sqliteStore } from "../sqlite-store.ts";
import { sqliteTraceStore } from "./sqlite-trace-store.ts";

const newPath = () => join(temporaryFolder(), ".assay", "assay.db");
const paths = new WeakMap<TraceStore, string>();

function storeAt(path: string): TraceStore {
  const store = sqliteTraceStore(path);
  paths.set(store, path);
  return store;
}

describeTraceStore("sqliteTraceStore", async () => storeAt(newPath()), {
  makeLimited: async (limits) => sqliteTraceStore({ path: newPath(), limits }),
  openAgain: async (store) => storeAt(paths.get(store) ?? newPath()),
});

test("reading where nothing was written makes no file", async () => {
  const path = newPath();
  const store = sqliteTraceStore(path);
  expect(await store.sessions()).toEqual([]);
  await Array.fromAsync(store.spans("a"));
  await store.retain({ sessions: 1, now: 0 });
  await store.close();
  expect(existsSync(dirname(path))).toBe(false);
});

test("runs and traces share a database", async () => {
  const path = newPath();
  const runs = sqliteStore(path);
  const traces = sqliteTraceStore(path);
  await Promise.all([runs.append(aRunStart()), traces.append(aBatch({ spans: [aSpan()] }))]);
  expect(await runs.list()).toHaveLength(1);
  expect(await traces.sessions()).toHaveLength(1);
  await runs.close();
  await traces.close();
});

test("a damaged span is reported and left out, and the others are read", async () => {
  const path = newPath();
  const damages: TraceDamage[] = [];
  const store = sqliteTraceStore({ path, onDamage: (damage) => damages.push(damage) });
  const spans = [aSpan({ spanId: "aa" }), aSpan({ spanId: "bb" })];
  await store.append(aBatch({ spans }));
  const database = new DatabaseSync(path);
  database.exec("UPDATE spans SET body = replace(body, 'chat', 'chop') WHERE span_id = 'aa'");
  database.close();
  const [session] = await store.sessions();
  const read = await Array.fromAsync(store.spans(session?.id ?? ""));
  expect(read).toEqual([spans[1]]);
  expect(damages).toEqual([{ sessionId: session?.id, what: "span", seq: 1 }]);
  await store.close();
});
