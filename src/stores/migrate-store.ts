import { existsSync } from "node:fs";
import { isPostgresAddress } from "./postgres-address.ts";

interface Versions {
  /** 0: there were no tables. */
  readonly before: number;
  readonly after: number;
}

/** Brings the tables of a store up to this version, or makes them. */
export async function migrateStore(place: string): Promise<Versions> {
  if (isPostgresAddress(place)) {
    const { migratePostgres } = await import("./postgres/migrate-postgres.ts");
    return await migratePostgres(place);
  }
  const { storedVersion, openDatabase } = await import("./sqlite/sqlite-database.ts");
  const before = existsSync(place) ? storedVersion(place) : 0;
  openDatabase(place, BUSY_TIMEOUT).close();
  return { before, after: storedVersion(place) };
}

const BUSY_TIMEOUT = 5000;
