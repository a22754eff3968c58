import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { RunEvent } from "../../../core/run.ts";
import { aCaseEnd, aCaseStart, aRunStart, aTurnEnd } from "../../../testing/builders.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { sqliteStore } from "../sqlite-store.ts";

/** A run long enough for its events to be written through templates. */
async function longRun(cases = 500) {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  await store.append(aRunStart());
  const events: RunEvent[] = [];
  for (let index = 0; index < cases; index += 1) {
    const key = { evalId: `case "${index}" \ud83d`, index };
    events.push(aCaseStart(key), aTurnEnd(key), aCaseEnd({ ...key, duration: index / 3 }));
  }
  await Promise.all(events.map((event) => store.append(event)));
  await store.close();
  return { path, events };
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function count(path: string, sql: string): number {
  const database = new DatabaseSync(path);
  const { n } = database.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number };
  database.close();
  return n;
}

async function read(path: string): Promise<readonly RunEvent[]> {
  const store = sqliteStore({ path, onDamage: () => {} });
  const events = await Array.fromAsync(store.caseEvents("run-1"));
  await store.close();
  return events;
}

test("a long run is read back as it was written", async () => {
  const { path, events } = await longRun();
  expect(count(path, "events WHERE template IS NOT NULL")).toBeGreaterThan(events.length / 2);
  expect(await read(path)).toEqual(events.map((event) => JSON.parse(JSON.stringify(event))));
});

test("a run that is taken up goes on with templates of its own", async () => {
  const { path, events } = await longRun();
  const store = sqliteStore(path);
  const more = Array.from({ length: 250 }, (_, at) =>
    aTurnEnd({ evalId: "again", index: 900, turn: at }),
  );
  await Promise.all(more.map((event) => store.append(event)));
  await store.close();
  expect(await read(path)).toHaveLength(events.length + more.length);
});

test("one copy of a template that is damaged takes nothing with it", async () => {
  const { path, events } = await longRun();
  change(path, "UPDATE templates SET pieces = replace(pieces, 'type', 'tipe') WHERE copy = 1");
  expect(await read(path)).toHaveLength(events.length);
});

test.each([
  ["a changed value", "UPDATE events SET body = replace(body, 'case', 'lace')"],
  ["a value too few", "UPDATE events SET body = substr(body, 1, 8)"],
  ["another template", "UPDATE events SET template = template + 1"],
  ["no template", "UPDATE events SET template = 99"],
])("a shortened event with %s is left out, the rest is read", async (_, sql) => {
  const { path, events } = await longRun();
  change(path, `${sql} WHERE seq = 1300`);
  expect(await read(path)).toHaveLength(events.length - 1);
});

test("what a run shared is removed with it", async () => {
  const { path } = await longRun();
  const store = sqliteStore(path);
  await store.remove("run-1");
  await store.close();
  expect(count(path, "templates")).toBe(0);
});
