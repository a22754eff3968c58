import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../../../tests/postgres-database.ts";
import type { TeamStore } from "../../../core/team/team-store.ts";
import { describeTeamStore } from "../../../testing/team-store/team-store-contract.ts";
import { postgresTeamStore } from "./postgres-team-store.ts";

const addresses = new WeakMap<TeamStore, string>();

function open(address: string): TeamStore {
  const store = postgresTeamStore(address);
  addresses.set(store, address);
  return store;
}

describeTeamStore("postgresTeamStore", async () => open(await postgresDatabase()), {
  openAgain: async (store) => open(addresses.get(store) ?? ""),
});

test("the audit log cannot be changed or shortened", async () => {
  const address = await postgresDatabase();
  const store = postgresTeamStore(address);
  const entry = { at: 1, who: "a", by: "cli", action: "x", target: "", address: "", note: "" };
  await store.record([{ ...entry, outcome: "done" }]);
  await store.close();
  for (const sql of [
    "UPDATE assay.team_audit SET who = 'b'",
    "DELETE FROM assay.team_audit",
    "TRUNCATE assay.team_audit",
  ]) {
    await expect(ask(address, sql)).rejects.toThrow("the audit log is not changed");
  }
});
