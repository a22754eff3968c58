import { DatabaseSync, StatementSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openOwnDatabase } from "./own-database.ts";

test("who replaces the methods of all databases does not reach ours", () => {
  const database = openOwnDatabase(":memory:");
  const { exec, prepare } = DatabaseSync.prototype;
  const { run, get } = StatementSync.prototype;
  try {
    DatabaseSync.prototype.exec = () => {};
    DatabaseSync.prototype.prepare = () => undefined as never;
    StatementSync.prototype.run = () => ({ changes: 1, lastInsertRowid: 1 });
    StatementSync.prototype.get = () => undefined;
    database.exec("CREATE TABLE words (word TEXT)");
    expect(database.prepare("INSERT INTO words VALUES (?), (?)").run("a", "b").changes).toBe(2);
    expect(database.prepare("SELECT count(*) AS n FROM words").get()?.n).toBe(2);
    expect(database.isOpen).toBe(true);
  } finally {
    Object.assign(DatabaseSync.prototype, { exec, prepare });
    Object.assign(StatementSync.prototype, { run, get });
    database.close();
  }
});
