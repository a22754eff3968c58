import type { RunStore } from "../core/run-store.ts";

/** The workspace's database; the SQLite module is loaded only here. */
export async function openStore(path: string): Promise<RunStore> {
  const { sqliteStore } = await import("../stores/sqlite-store.ts");
  return sqliteStore(path);
}
