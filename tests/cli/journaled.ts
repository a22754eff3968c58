import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { isPostgresAddress } from "../../src/stores/postgres-address.ts";
import { ask } from "../postgres-database.ts";
import { placeOf } from "./store-of.ts";

/** Resolves when so many model calls, or other events, are in the journal for good. */
export async function journaled(cwd: string, count: number, type = "call-end"): Promise<void> {
  const place = await placeOf(cwd);
  const stored = isPostgresAddress(place) ? inDatabase : inFile;
  while ((await stored(place, type)) < count) await setTimeout(20);
}

function inFile(path: string, type: string): number {
  if (!existsSync(path)) return 0;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS n FROM events WHERE type = ?").get(type)?.n);
  } catch {
    // its tables are not made yet
    return 0;
  } finally {
    database.close();
  }
}

async function inDatabase(address: string, type: string): Promise<number> {
  const sql = "SELECT count(*)::int AS n FROM assay.events WHERE type = $1";
  const [row] = await ask<{ n: number }>(address, sql, [type]).catch(() => []);
  return row?.n ?? 0;
}
