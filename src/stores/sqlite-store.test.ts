import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { RunStore } from "../core/run-store.ts";
import { aRunStart, caseEvents } from "../testing/builders.ts";
import { describeRunStore } from "../testing/run-store-contract.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import type { Damage } from "./event-row.ts";

import { sqliteStore } from "./sqlite-store.ts";

const newDatabasePath = () => join(temporaryFolder(), ".assay", "assay.db");
const paths = new WeakMap<RunStore, string>();

function storeAt(path: string): RunStore {
  const store = sqliteStore(path);
  paths.set(store, path);
  return store;
}

describeRunStore("sqliteStore", async () => storeAt(newDatabasePath()), {
  openAgain: async (store) => storeAt(paths.get(store) ?? newDatabasePath()),
});

test("reading where nothing was written makes no file", async () => {
  const path = newDatabasePath();
  const store = sqliteStore(path);
  await store.list();
  await Array.fromAsync(store.caseEvents("run-1"));
  await store.remove("run-1");
  await store.close();
  expect(existsSync(dirname(path))).toBe(false);
});

test("the folder is kept out of version control", async () => {
  const path = newDatabasePath();
  const store = sqliteStore(path);
  await store.append(aRunStart());
  await store.close();
  expect(readFileSync(join(dirname(path), ".gitignore"), "utf8")).toBe("*\n");
});

test("commits survive a power failure: the journal is written ahead and synchronised in full", async () => {
  const path = newDatabasePath();
  const store = sqliteStore(path);
  await store.append(aRunStart());
  const database = new DatabaseSync(path);
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(database.prepare("SELECT value FROM meta WHERE name = 'schemaVersion'").get()).toEqual({
    value: "1",
  });
  database.close();
  await store.close();
});

test("cases are read in plan order without sorting them", async () => {
  const path = newDatabasePath();
  const store = sqliteStore(path);
  await store.append(aRunStart());
  const { SELECT_CASE_EVENTS, SELECT_ALL_RUN_EVENTS } = await import("./sqlite-schema.ts");
  const database = new DatabaseSync(path);
  for (const [sql, parameters] of [
    [SELECT_CASE_EVENTS, ["run-1"]],
    [SELECT_ALL_RUN_EVENTS, []],
  ] as const) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
    expect(JSON.stringify(plan)).toContain("USING INDEX");
    expect(JSON.stringify(plan)).not.toContain("TEMP B-TREE");
  }
  database.close();
  await store.close();
});

/** Writes one run, changes its rows behind the store's back, and reads it again. */
async function afterDamage(sql: string) {
  const path = newDatabasePath();
  const writer = sqliteStore(path);
  for (const event of [aRunStart(), ...caseEvents(), ...caseEvents({ evalId: "b", index: 1 })]) {
    await writer.append(event);
  }
  await writer.close();
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  const damage: Damage[] = [];
  const store = sqliteStore({ path, onDamage: (each) => damage.push(each) });
  return { store, damage };
}

test.each([
  ["a changed letter", "UPDATE events SET body = replace(body, 'passed', 'qassed') WHERE seq = 4"],
  ["a torn end", "UPDATE events SET body = substr(body, 1, 50) WHERE seq = 4"],
  ["a wrong type", "UPDATE events SET body = x'00ff' WHERE seq = 4"],
  ["nothing left", "UPDATE events SET body = '' WHERE seq = 4"],
])("an event with %s is told and left out, the rest is read", async (_, sql) => {
  const { store, damage } = await afterDamage(sql);
  const events = await Array.fromAsync(store.caseEvents("run-1"));
  expect(events.map((event) => event.type)).toEqual([
    "case-start",
    "turn-end",
    "case-start",
    "turn-end",
    "case-end",
  ]);
  expect(damage).toEqual([{ runId: "run-1", seq: 4 }]);
  await store.close();
});

test("a run whose beginning is damaged is listed, so that it can be removed", async () => {
  const { store, damage } = await afterDamage("UPDATE events SET checksum = 1 WHERE seq = 1");
  expect(await store.list()).toMatchObject([{ runId: "run-1", agent: "" }]);
  expect(damage).toHaveLength(1);
  await store.remove("run-1");
  expect(await store.list()).toEqual([]);
  await store.close();
});

test("events of a kind that a later version added are passed over in silence", async () => {
  const { store, damage } = await afterDamage("UPDATE events SET type = 'span-end' WHERE seq = 3");
  expect(await Array.fromAsync(store.caseEvents("run-1"))).toHaveLength(5);
  expect(damage).toEqual([]);
  await store.close();
});
