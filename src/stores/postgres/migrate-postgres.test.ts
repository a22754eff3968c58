import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../../tests/postgres-database.ts";
import { aRunStart } from "../../testing/builders.ts";
import { TABLES_VERSION } from "./postgres-schema.ts";
import { postgresStore } from "./postgres-store.ts";

const setVersion = (version: number) =>
  `UPDATE assay.meta SET value = '${version}' WHERE name = 'schemaVersion'`;

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
