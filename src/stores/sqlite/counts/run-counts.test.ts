import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { RunStore } from "../../../core/run-store.ts";
import { listRuns } from "../../../project/history/list-runs.ts";
import { aCaseEnd, aRunStart, caseEvents } from "../../../testing/builders.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { insertEvents } from "../sqlite-schema.ts";
import { sqliteStore } from "../sqlite-store.ts";

async function storedRuns(): Promise<string> {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  for (const runId of ["run-1", "run-2"]) {
    const other = aCaseEnd({ runId, evalId: "b", index: 1, status: "failed" });
    for (const event of [aRunStart({ runId }), ...caseEvents({ runId }), other]) {
      await store.append(event);
    }
  }
  await store.close();
  return path;
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const countsOf = async (store: RunStore, runId = "run-1") =>
  (await store.standings?.([runId]))?.get(runId)?.ended;

test("a database that counted nothing yet is counted once when it is brought up", async () => {
  const path = await storedRuns();
  change(
    path,
    `DROP TRIGGER count_end; DROP TRIGGER count_void_end; DROP TRIGGER forget_counts; DROP TABLE run_counts;
     UPDATE meta SET value = '4' WHERE name = 'schemaVersion'; PRAGMA user_version = 4`,
  );
  const store = sqliteStore(path);
  expect(await countsOf(store)).toEqual({ passed: 1, failed: 1, "not-evaluated": 0 });
  await store.append(aCaseEnd({ evalId: "c", index: 2, status: "not-evaluated" }));
  expect(await countsOf(store)).toEqual({ passed: 1, failed: 1, "not-evaluated": 1 });
  expect(await store.recount?.()).toEqual([]);
  await store.close();
});

test("counts that differ from the events are found and made right", async () => {
  const path = await storedRuns();
  change(path, "UPDATE run_counts SET passed = passed + 8 WHERE run_id = 'run-1'");
  change(path, "INSERT INTO run_counts VALUES ('gone', 1, 0, 0, 1)");
  const store = sqliteStore(path);
  // better none than a wrong one
  expect(await countsOf(store)).toBeUndefined();
  expect((await listRuns(store, { limit: 5 })).runs.map(({ totals }) => totals.passed)).toEqual([
    1, 1,
  ]);
  expect(await store.recount?.()).toEqual(["gone", "run-1"]);
  expect(await countsOf(store)).toEqual({ passed: 1, failed: 1, "not-evaluated": 0 });
  expect(await countsOf(store, "run-2")).toEqual({ passed: 1, failed: 1, "not-evaluated": 0 });
  expect(await store.recount?.()).toEqual([]);
  await store.close();
});

test("a program that knows nothing of counts is counted all the same", async () => {
  const path = await storedRuns();
  change(
    path,
    `INSERT INTO events (run_id, type, case_index, trial, eval_set_id, eval_id, status, end_key, checksum, body)
     VALUES ('run-1', 'case-end', 2, 0, 'set-1', 'c', 'passed', '["set-1","c",0]', 0, '')`,
  );
  change(path, "UPDATE events SET end_key = NULL WHERE run_id = 'run-2' AND status = 'failed'");
  const store = sqliteStore(path);
  expect(await countsOf(store)).toEqual({ passed: 2, failed: 1, "not-evaluated": 0 });
  expect(await countsOf(store, "run-2")).toEqual({ passed: 1, failed: 0, "not-evaluated": 0 });
  await store.close();
});

/** How a statement ends half way: SQLite then takes back what it did, from copies of all pages that it touched. */
const ABORT = 2;

test("events are written without copies of the pages that they go to", async () => {
  const database = new DatabaseSync(await storedRuns());
  const steps = database.prepare(`EXPLAIN ${insertEvents(16)}`).all();
  database.close();
  expect(steps.filter(({ opcode }) => opcode === "Program")).not.toEqual([]);
  const ends = steps.filter(({ opcode, p1 }) => String(opcode).startsWith("Halt") && p1 !== 0);
  expect(ends.filter(({ p2 }) => p2 === ABORT)).toEqual([]);
});
