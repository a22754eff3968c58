import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { aCaseEnd, aRunStart, aTurnEnd } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { sqliteStore } from "./sqlite-store.ts";

const index = "events_in_plan_order";

/** A store whose index knows nothing of what was appended last. */
async function damaged(): Promise<string> {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  await store.append(aRunStart());
  await store.append(aTurnEnd());
  await store.close();
  const row = changeSchema(path, (database) => {
    const found = database.prepare("SELECT * FROM sqlite_schema WHERE name = ?").get(index);
    database.prepare("DELETE FROM sqlite_schema WHERE name = ?").run(index);
    return found ?? {};
  });
  const again = sqliteStore(path);
  await again.append(aTurnEnd({ turn: 1 }));
  await again.append(aCaseEnd());
  await again.close();
  changeSchema(path, (database) => {
    const values = ["type", "name", "tbl_name", "rootpage", "sql"].map((key) => row[key] ?? null);
    database.prepare("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)").run(...values);
    return {};
  });
  return path;
}

type Row = ReturnType<ReturnType<DatabaseSync["prepare"]>["all"]>[number];

function changeSchema(path: string, change: (database: DatabaseSync) => Row): Row {
  const database = new DatabaseSync(path);
  // newer versions of Node let nobody do that unless asked
  (database as { enableDefensive?: (isOn: boolean) => void }).enableDefensive?.(false);
  database.exec("PRAGMA writable_schema = ON");
  const result = change(database);
  database.close();
  return result;
}

test("an index that lost entries is made anew, and everything is found again", async () => {
  const path = await damaged();
  const store = sqliteStore(path);
  expect((await Array.fromAsync(store.caseEvents("run-1"))).length).toBe(1);
  const found = await store.mend?.();
  expect(found).toMatchObject({ damaged: [] });
  expect(found?.mended.join("\n")).toContain(`missing from index ${index}`);
  const types = (await Array.fromAsync(store.caseEvents("run-1"))).map(({ type }) => type);
  expect(types).toEqual(["turn-end", "turn-end", "case-end"]);
  expect(await store.mend?.()).toEqual({ mended: [], damaged: [] });
  await store.close();
});

test("a store that is whole, and one that is not there, have nothing to mend", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  expect(await store.mend?.()).toEqual({ mended: [], damaged: [] });
  await store.append(aRunStart());
  expect(await store.mend?.()).toEqual({ mended: [], damaged: [] });
  await store.close();
});
