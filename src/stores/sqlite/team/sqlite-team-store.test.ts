import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TeamStore } from "../../../core/team/team-store.ts";
import { describeTeamStore } from "../../../testing/team-store/team-store-contract.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { openOwnDatabase } from "../own-database.ts";
import { sqliteStore } from "../sqlite-store.ts";
import { sqliteTeamStore } from "./sqlite-team-store.ts";

const paths = new WeakMap<TeamStore, string>();

function open(path: string): TeamStore {
  const store = sqliteTeamStore(path);
  paths.set(store, path);
  return store;
}

describeTeamStore("sqliteTeamStore", async () => open(join(temporaryFolder(), "assay.db")), {
  openAgain: async (store) => open(paths.get(store) ?? ""),
});

test("the audit log cannot be changed or shortened", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteTeamStore(path);
  const entry = { at: 1, who: "a", by: "cli", action: "x", target: "", address: "", note: "" };
  await store.record([{ ...entry, outcome: "done" }]);
  await store.close();
  const database = openOwnDatabase(path);
  for (const sql of ["UPDATE team_audit SET who = 'b'", "DELETE FROM team_audit"]) {
    expect(() => database.exec(sql)).toThrow("the audit log is not changed");
  }
  database.close();
});

test("the file of somebody alone has none of it, and reading the log makes none", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const reading = sqliteTeamStore(path);
  expect(await reading.audit({ limit: 1 })).toEqual([]);
  expect(existsSync(path)).toBe(false);
  const runs = sqliteStore(path);
  await runs.list();
  await runs.append({ type: "run-mark", runId: "r", at: "2026-01-01T00:00:00Z", name: "n" });
  await runs.close();
  expect(await reading.audit({ limit: 1 })).toEqual([]);
  const database = openOwnDatabase(path);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'team%'").all();
  database.close();
  expect(tables).toEqual([]);
});
