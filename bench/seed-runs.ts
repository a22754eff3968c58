import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { crc32 } from "node:zlib";
import { fillTemplate, type Template } from "../src/stores/sqlite/templates/event-template.ts";

interface Row {
  readonly text: string;
  readonly values: SQLInputValue[];
}

/** Fills a database that holds one run with copies of it, each under an id of its own, until there are so many. */
export function copyInSqlite(path: string, runs: number): void {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000");
  const runId = String(database.prepare("SELECT run_id AS id FROM events LIMIT 1").get()?.id);
  const templates = database
    .prepare("SELECT id, copy, pieces FROM templates WHERE run_id = ?")
    .all(runId)
    .map(({ id, copy, pieces }) => ({
      id: Number(id),
      copy: Number(copy),
      pieces: String(pieces),
    }));
  const templateOf = new Map(
    templates.map(({ id, pieces }): [number, Template] => [id, JSON.parse(pieces)]),
  );
  const rows = database
    .prepare(`SELECT type, case_index, trial, eval_set_id, eval_id, status, end_key, template, body
      FROM events WHERE run_id = ? ORDER BY seq`)
    .all(runId)
    .map((row): Row => {
      const { body, template } = row;
      const shared = template === null ? undefined : templateOf.get(Number(template));
      const text = shared === undefined ? String(body) : fillTemplate(shared, String(body));
      return { text: text ?? "", values: Object.values(row) };
    });
  const insertTemplate = database.prepare(
    "INSERT INTO templates (run_id, id, copy, checksum, pieces) VALUES (?, ?, ?, ?, ?)",
  );
  const insert = database.prepare(
    `INSERT INTO events (checksum, run_id, type, case_index, trial, eval_set_id, eval_id, status, end_key, template, body)
     VALUES (${Array(11).fill("?").join(", ")})`,
  );
  for (let run = 1; run < runs; run += 1) {
    const id = otherId(runId, run);
    database.exec("BEGIN");
    for (const { id: number, copy, pieces } of templates) {
      const own = pieces.replaceAll(runId, id);
      insertTemplate.run(id, number, copy, crc32(own), own);
    }
    for (const { text, values } of rows) {
      const body = String(values[8]).replaceAll(runId, id);
      insert.run(crc32(text.replaceAll(runId, id)), id, ...values.slice(0, 8), body);
    }
    database.exec("COMMIT");
  }
  database.exec("ANALYZE");
  database.close();
}

/** The same in PostgreSQL 18, which counts checksums itself. */
export async function copyInPostgres(
  ask: <Answer>(sql: string, values?: unknown[]) => Promise<Answer[]>,
  runs: number,
): Promise<void> {
  const [found] = await ask<{ id: string }>("SELECT run_id AS id FROM assay.events LIMIT 1");
  const runId = found?.id ?? "";
  for (let from = 1; from < runs; from += 100) {
    const count = Math.min(100, runs - from);
    const ids = Array.from({ length: count }, (_, place) => otherId(runId, from + place));
    await ask(
      `INSERT INTO assay.events (run_id, type, case_index, trial, case_key, end_key, status, checksum, body, listing)
       SELECT id, type, case_index, trial, case_key, end_key, status, crc32(convert_to(text, 'UTF8')), text, replace(listing, $1, id)
       FROM unnest($2::text[]) WITH ORDINALITY AS r(id, place), assay.events e, replace(e.body, $1, id) AS text
       WHERE e.run_id = $1 ORDER BY place, seq`,
      [runId, ids],
    );
  }
  await ask("VACUUM ANALYZE assay.events");
}

/** As long as the first, so that nothing else differs. */
function otherId(runId: string, run: number): string {
  return `${runId.slice(0, -6)}${run.toString(16).padStart(6, "0")}`;
}
