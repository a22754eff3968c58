import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { INSERT_TEMPLATE, SELECT_LAST_TEMPLATE, SELECT_TEMPLATE } from "../sqlite-schema.ts";
import { fillTemplate, type Template } from "./event-template.ts";
import { type TemplateWriter, templateWriter } from "./template-writer.ts";

/** The templates that a run's events are written with, kept in the same transaction as the first that needs them. */
export function storedTemplates(database: DatabaseSync, runId: string): TemplateWriter {
  const insert = database.prepare(INSERT_TEMPLATE);
  let last: number | undefined;
  return templateWriter((template) => {
    last ??= Number(database.prepare(SELECT_LAST_TEMPLATE).get(runId)?.id ?? 0);
    last += 1;
    const pieces = JSON.stringify(template);
    const row = [runId, last, crc32(pieces), pieces];
    insert.run(...row, ...row);
    return last;
  });
}

/** A row as the database has it. */
export interface ShortenedRow {
  readonly body: string;
  readonly template: number | null;
}

/** Reads events whole again. */
export type TemplateReader = <Row extends ShortenedRow>(runId: string, row: Row) => Row;

/** A template of a run by its number; undefined where it cannot be read any more. */
export function templateFinder(
  database: DatabaseSync,
): (runId: string, id: number) => Template | undefined {
  const known = new Map<string, Template | undefined>();
  return (runId, id) => {
    const key = `${runId} ${id}`;
    if (!known.has(key)) known.set(key, readTemplate(database, runId, id));
    return known.get(key);
  };
}

export function templateReader(database: DatabaseSync): TemplateReader {
  const templateOf = templateFinder(database);
  return (runId, row) => {
    if (row.template === null) return row;
    const template = templateOf(runId, row.template);
    const body = template === undefined ? undefined : fillTemplate(template, row.body);
    // what cannot be put together fails its checksum, as any other damage does
    return { ...row, body: body ?? "" };
  };
}

function readTemplate(database: DatabaseSync, runId: string, id: number): Template | undefined {
  for (const { checksum, pieces } of database.prepare(SELECT_TEMPLATE).all(runId, id)) {
    if (typeof pieces === "string" && crc32(pieces) === checksum) return JSON.parse(pieces);
  }
  return undefined;
}
