import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";

/** Resolves when so many model calls, or other events, are in the journal for good. */
export async function journaled(cwd: string, count: number, type = "call-end"): Promise<void> {
  const path = join(cwd, ".assay/assay.db");
  for (;;) {
    await setTimeout(20);
    if (!existsSync(path)) continue;
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const row = database.prepare("SELECT count(*) AS n FROM events WHERE type = ?").get(type);
      if (Number(row?.n) >= count) return;
    } catch {
      // its tables are not made yet
    } finally {
      database.close();
    }
  }
}
