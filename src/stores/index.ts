import "../core/need-runtime.ts";

export type { Damage, DamagedPlace } from "./event-row.ts";
export { memoryStore } from "./memory-store.ts";
export { type SqliteStoreOptions, sqliteStore } from "./sqlite/sqlite-store.ts";
