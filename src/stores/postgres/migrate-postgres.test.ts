import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { ask, postgresDatabase } from "../../../tests/postgres-database.ts";
import { aCaseEnd, aRunStart, caseEvents } from "../../testing/builders.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { columnsOf, toPostgresRow } from "./postgres-rows.ts";
import { MIGRATION_LOCK, migrations, TABLES_VERSION } from "./postgres-schema.ts";
import { postgresStore } from "./postgres-store.ts";

const setVersion = (version: number) =>
  `UPDATE assay.meta SET value = '${version}' WHERE name = 'schemaVersion'`;

afterEach(() => {
  vi.useRealTimers();
});

test("several programs make the tables of a new database at once", async () => {
  const address = await postgresDatabase();
  const stores = Array.from({ length: 6 }, () => postgresStore(address));
  await Promise.all(
    stores.map((store, place) => store.append(aRunStart({ runId: `run-${place}` }))),
  );
  expect(await stores[0]?.list()).toHaveLength(6);
  for (const store of stores) await store.close();
});

test("tables of a newer version are refused, with what to do", async () => {
  const address = await postgresDatabase();
  const first = postgresStore(address);
  await first.append(aRunStart());
  await first.close();
  await ask(address, setVersion(TABLES_VERSION + 1));
  const store = postgresStore(address);
  await expect(store.list()).rejects.toMatchObject({
    message: expect.stringContaining("made by a newer version of Assay"),
    hint: "Update Assay.",
  });
  await store.close();
});

test("tables of an older version are left to whoever looks after the database", async () => {
  const address = await postgresDatabase();
  await ask(address, "CREATE SCHEMA assay");
  await ask(address, "CREATE TABLE assay.meta (name text PRIMARY KEY, value text NOT NULL)");
  await ask(address, "INSERT INTO assay.meta VALUES ('schemaVersion', '0.5')");
  const store = postgresStore(address);
  await expect(store.list()).rejects.toMatchObject({
    hint: "Bring them up for everybody who uses them:  assay store migrate",
  });
  await store.close();
});

test("tables that counted nothing yet are counted once when they are brought up", async () => {
  const address = await postgresDatabase();
  await ask(
    address,
    `CREATE SCHEMA assay; CREATE TABLE assay.meta (name text PRIMARY KEY, value text NOT NULL);
     INSERT INTO assay.meta VALUES ('schemaVersion', '3'); ${migrations.slice(0, 3).join(";\n")}`,
  );
  const events = [
    aRunStart(),
    ...caseEvents(),
    aCaseEnd({ evalId: "b", index: 1, status: "failed" }),
  ];
  for (const row of events.map((event) => toPostgresRow(event))) {
    await ask(
      address,
      `INSERT INTO assay.events (run_id, type, case_index, trial, case_key, end_key, status, checksum, body, listing)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      columnsOf([row]).map(([value]) => value),
    );
  }
  expect(await migratePostgres(address)).toEqual({ before: 3, after: TABLES_VERSION });
  const store = postgresStore(address);
  const countsOf = async () => (await store.standings?.(["run-1"]))?.get("run-1")?.ended;
  expect(await countsOf()).toEqual({ passed: 1, failed: 1, "not-evaluated": 0 });
  await store.append(aCaseEnd({ evalId: "c", index: 2, status: "not-evaluated" }));
  expect(await countsOf()).toEqual({ passed: 1, failed: 1, "not-evaluated": 1 });
  await ask(address, "UPDATE assay.run_counts SET passed = 7");
  await ask(address, "INSERT INTO assay.run_counts VALUES ('gone', 1, 0, 0, 1)");
  expect((await store.recount?.())?.toSorted()).toEqual(["gone", "run-1"]);
  expect(await countsOf()).toEqual({ passed: 1, failed: 1, "not-evaluated": 1 });
  expect(await store.recount?.()).toEqual([]);
  await store.close();
});

test("tables of a large database are brought up for as long as that takes", async () => {
  const address = await postgresDatabase();
  await ask(
    address,
    `CREATE SCHEMA assay; CREATE TABLE assay.meta (name text PRIMARY KEY, value text NOT NULL);
     INSERT INTO assay.meta VALUES ('schemaVersion', '3'); ${migrations.slice(0, 3).join(";\n")}`,
  );
  const other = new pg.Client({ connectionString: address });
  await other.connect();
  await other.query(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const migrated = migratePostgres(address).catch((error: unknown) => error);
  const waiting = () =>
    other.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
  while ((await waiting()).rowCount === 0);
  vi.advanceTimersByTime(3_600_000);
  await other.query(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
  expect(await migrated).toEqual({ before: 3, after: TABLES_VERSION });
  await other.end();
});
