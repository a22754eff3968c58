import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { RunStore } from "../../core/run-store.ts";
import { aCaseEnd, aRunStart, caseEvents } from "../../testing/builders.ts";
import { describeRunStore } from "../../testing/run-store/run-store-contract.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { type Damage, toRow } from "../event-row.ts";
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
    value: "5",
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
    [SELECT_ALL_RUN_EVENTS, [0]],
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

test("a damaged event is reported with its case, whatever the id of the case holds", async () => {
  const path = newDatabasePath();
  const writer = sqliteStore(path);
  for (const event of [aRunStart(), ...caseEvents({ evalId: "nul\0é" })])
    await writer.append(event);
  await writer.close();
  const database = new DatabaseSync(path);
  database.exec("UPDATE events SET checksum = 1 WHERE type <> 'case-end'");
  database.close();
  const told: unknown[] = [];
  const store = sqliteStore({ path, onDamage: (_, place) => told.push(place) });
  await store.list();
  await Array.fromAsync(store.caseEvents("run-1"));
  expect(told).toEqual([
    { type: "run-start", evalId: undefined },
    { type: "case-start", evalId: "nul\0é" },
    { type: "turn-end", evalId: "nul\0é" },
  ]);
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

test("an event whose place was changed is reported and left out", async () => {
  const { store, damage } = await afterDamage("UPDATE events SET trial = 5 WHERE seq = 3");
  expect(await Array.fromAsync(store.caseEvents("run-1"))).toHaveLength(5);
  expect(damage).toEqual([{ runId: "run-1", seq: 3 }]);
  await store.close();
});

test("an end that cannot be read any more gives way to another one", async () => {
  const sql = "UPDATE events SET body = replace(body, 'passed', 'qassed') WHERE seq = 4";
  const { store } = await afterDamage(sql);
  const others = Array.from({ length: 20 }, (_, index) =>
    aCaseEnd({ evalId: `more-${index}`, index: index + 2 }),
  );
  const appends = [aCaseEnd({ status: "failed" }), ...others].map((event) => store.append(event));
  await Promise.all(appends);
  const ended = await store.endedCases("run-1");
  expect(ended).toHaveLength(22);
  expect(ended[0]).toMatchObject({ evalId: "case-1", status: "failed" });
  await store.append(aCaseEnd({ status: "passed" }));
  expect((await store.endedCases("run-1"))[0]).toMatchObject({ status: "failed" });
  await store.close();
});

/** A database as version 1 made it, with a conversation that ended twice. */
function oldDatabase(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE events (
      seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, type TEXT NOT NULL, case_index INTEGER, trial INTEGER,
      eval_set_id TEXT, eval_id TEXT, status TEXT, checksum INTEGER NOT NULL, body TEXT NOT NULL
    );
    CREATE INDEX events_in_plan_order ON events (run_id, case_index, trial, seq);
    CREATE INDEX events_of_runs ON events (seq) WHERE case_index IS NULL;
    CREATE TABLE locks (
      run_id TEXT PRIMARY KEY, owner TEXT NOT NULL, pid INTEGER NOT NULL, host TEXT NOT NULL,
      process_start TEXT NOT NULL, started TEXT NOT NULL, heartbeat TEXT NOT NULL
    );
    INSERT INTO meta (name, value) VALUES ('schemaVersion', '1');
    PRAGMA user_version = 1`);
  const insert = database.prepare(`
    INSERT INTO events (run_id, type, case_index, trial, eval_set_id, eval_id, status, checksum, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const odd = ["half \ud83d", "half \ud83e", "nul\0a", "nul\0b"].map((evalId, index) =>
    aCaseEnd({ evalId, index: index + 1 }),
  );
  const events = [aRunStart(), ...caseEvents(), aCaseEnd({ status: "failed" }), ...odd];
  for (const row of events.map((event) => toRow(event))) {
    const { runId, type, caseIndex, trial, evalSetId, evalId, status, checksum, body } = row;
    insert.run(runId, type, caseIndex, trial, evalSetId, evalId, status, checksum, body);
  }
  database.close();
}

test("a database of the first version is brought up, and what ended twice in it has ended once", async () => {
  const path = newDatabasePath();
  oldDatabase(path);
  const store = sqliteStore(path);
  const ended = await store.endedCases("run-1");
  expect(ended.map(({ evalId, status }) => [evalId, status])).toEqual([
    ["case-1", "passed"],
    ["half \ud83d", "passed"],
    ["half \ud83e", "passed"],
    ["nul\0a", "passed"],
    ["nul\0b", "passed"],
  ]);
  await store.append(aCaseEnd({ status: "not-evaluated" }));
  await store.append(aCaseEnd({ evalId: "b", index: 5 }));
  expect((await store.endedCases("run-1")).map((each) => each.evalId)).toEqual([
    "case-1",
    "half \ud83d",
    "half \ud83e",
    "nul\0a",
    "nul\0b",
    "b",
  ]);
  expect((await store.endedCases("run-1"))[0]?.status).toBe("passed");
  const standings = await store.standings?.(["run-1"]);
  expect(standings?.get("run-1")?.ended).toEqual({ passed: 6, failed: 0, "not-evaluated": 0 });
  expect(await store.recount?.()).toEqual([]);
  await store.close();
  const database = new DatabaseSync(path);
  expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: 5 });
  database.close();
});
