import type { DatabaseSync, DatabaseSyncOptions, StatementSync } from "node:sqlite";
import { loadSqlite } from "./load-sqlite.ts";

type Methods = Readonly<Record<string, unknown>>;

let kept: { readonly database: Methods; readonly statement: Methods } | undefined;

/** A connection whose methods are its own: an agent that replaces those of all databases does not reach the journal. */
export function openOwnDatabase(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync: Database, StatementSync: Statement } = loadSqlite();
  kept ??= { database: methodsOf(Database.prototype), statement: methodsOf(Statement.prototype) };
  const { database: methods, statement } = kept;
  const database = Object.assign(new Database(path, options), methods);
  const prepare = database.prepare.bind(database);
  database.prepare = (...given): StatementSync => Object.assign(prepare(...given), statement);
  return database;
}

function methodsOf(prototype: object): Methods {
  const methods: Record<string, unknown> = {};
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value === "function" && name !== "constructor") methods[name] = value;
  }
  return methods;
}
