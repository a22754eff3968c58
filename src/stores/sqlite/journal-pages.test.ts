import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { aRunStart, caseEvents } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { journalPages } from "./journal-pages.ts";
import { SELECT_EVENTS_BETWEEN } from "./sqlite-schema.ts";
import { sqliteStore } from "./sqlite-store.ts";

/** The database, and between which places rows of a run were looked for. */
function watched(path: string) {
  const database = new DatabaseSync(path);
  const searched: (readonly [from: number, end: number])[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (sql, ...rest) => {
    const statement = prepare(sql, ...rest);
    if (sql !== SELECT_EVENTS_BETWEEN) return statement;
    const all = statement.all.bind(statement) as (...values: unknown[]) => never;
    statement.all = (...values: unknown[]) => {
      searched.push([Number(values[0]), Number(values[1])]);
      return all(...values);
    };
    return statement;
  };
  return { database, searched };
}

test("a run that many came after is read without going through them", async () => {
  const path = join(temporaryFolder(), "assay.db");
  const store = sqliteStore(path);
  for (const runId of ["run-1", "run-2", "run-3"]) {
    for (const event of [aRunStart({ runId }), ...caseEvents({ runId })]) await store.append(event);
  }
  const { database, searched } = watched(path);
  const pages = journalPages();
  const read = (since: number) => pages.rows(database, { runId: "run-1", since, limit: 100 });
  expect(read(0)).toHaveLength(4);
  expect(read(4)).toEqual([]);
  expect(searched).toEqual([
    [0, 4],
    [12, 12],
  ]);
  for (const event of caseEvents({ evalId: "b", index: 1 })) await store.append(event);
  expect(read(4)).toHaveLength(3);
  expect(searched.at(-1)).toEqual([12, 15]);
  await store.close();
  database.close();
});
