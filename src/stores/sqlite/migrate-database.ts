import type { DatabaseSync } from "node:sqlite";
import { parseJson } from "../../core/json/json-text.ts";
import type { CaseEndEvent } from "../../core/run.ts";
import { endKeyOf } from "../event-row.ts";
import { COUNT_ALL, COUNTS } from "./counts/counts-schema.ts";
import { BODY_OF_ODD_ID, DATABASE_VERSION, ONE_END, TEMPLATES } from "./sqlite-schema.ts";
import { TRACES } from "./traces/trace-schema.ts";

/** What leads from each version of the tables to the next one, oldest first. */
const steps: readonly ((database: DatabaseSync) => void)[] = [
  giveEndsTheirKey,
  addTemplates,
  addTraces,
  countEnds,
];

/** Brings the tables of an older version up to this one. Runs within a transaction. */
export function migrateDatabase(database: DatabaseSync, from: number): void {
  for (const step of steps.slice(from - 1)) step(database);
  database
    .prepare("UPDATE meta SET value = ? WHERE name = 'schemaVersion'")
    .run(String(DATABASE_VERSION));
  database.exec(`PRAGMA user_version = ${DATABASE_VERSION}`);
}

/** 1 to 2: of the ends of one conversation the first keeps the key; the others stay where they are and count for nothing. */
function giveEndsTheirKey(database: DatabaseSync): void {
  database.exec("ALTER TABLE events ADD COLUMN end_key TEXT");
  const ends = database
    .prepare(`
      SELECT seq, run_id, eval_set_id, eval_id, trial, ${BODY_OF_ODD_ID}
      FROM events WHERE type = 'case-end' ORDER BY seq`)
    .all();
  const give = database.prepare("UPDATE events SET end_key = ? WHERE seq = ?");
  const seen = new Set<string>();
  for (const end of ends) {
    const key = keyIn(end);
    const ofRun = `${end.run_id}\n${key}`;
    if (seen.has(ofRun)) continue;
    seen.add(ofRun);
    give.run(key, Number(end.seq));
  }
  database.exec(ONE_END);
}

/** 2 to 3: what was stored until now stays as it is. */
function addTemplates(database: DatabaseSync): void {
  database.exec(`ALTER TABLE events ADD COLUMN template INTEGER; ${TEMPLATES}`);
}

/** 3 to 4. */
function addTraces(database: DatabaseSync): void {
  database.exec(TRACES);
}

/** 4 to 5: what has ended until now is counted once, from then on with every end. */
function countEnds(database: DatabaseSync): void {
  database.exec(`${COUNTS}; ${COUNT_ALL}`);
}

function keyIn(row: Readonly<Record<string, unknown>>): string {
  if (typeof row.body === "string") {
    try {
      return endKeyOf(parseJson(row.body) as CaseEndEvent);
    } catch {
      // damaged: the columns are all there is
    }
  }
  const { eval_set_id, eval_id, trial } = row;
  return endKeyOf({
    evalSetId: String(eval_set_id),
    evalId: String(eval_id),
    trial: Number(trial),
  });
}
