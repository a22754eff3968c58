import { crc32 } from "node:zlib";
import type { CaseEndFigures } from "../../../core/folds/case-end-figures.ts";
import { readRow, type StoredRow } from "../../event-row.ts";
import { fillTemplate, type Template } from "../templates/event-template.ts";
import type { ShortenedRow } from "../templates/stored-templates.ts";
import { type CaseEndReader, caseEndReader } from "./case-end-reader.ts";

const ROWS = 512;

/** The ends of a run's conversations, without parsing what nobody asks for. Damaged ones are left out, as everywhere. */
export function* readCaseEnds(
  rows: Iterable<StoredEnd>,
  templateOf: (id: number) => Template | undefined,
  onDamage: (row: StoredEnd) => void,
): Generator<readonly CaseEndFigures[]> {
  const readers = new Map<Template, CaseEndReader | undefined>();
  let batch: CaseEndFigures[] = [];
  for (const row of rows) {
    const template = row.template === null ? undefined : templateOf(row.template);
    const figures = template === undefined ? whole(row) : filled(row, template, readers);
    if (figures === undefined) onDamage(row);
    else batch.push(figures);
    if (batch.length < ROWS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

interface StoredEnd extends StoredRow, ShortenedRow {
  readonly seq: number;
}

/** A row that names a template which is gone has only values for a body, and fails its checksum. */
function whole(row: StoredRow): CaseEndFigures | undefined {
  const event = readRow(row);
  return event?.type === "case-end" ? event : undefined;
}

function filled(
  row: StoredEnd,
  template: Template,
  readers: Map<Template, CaseEndReader | undefined>,
): CaseEndFigures | undefined {
  if (!readers.has(template)) readers.set(template, caseEndReader(template));
  const body = fillTemplate(template, row.body);
  const reader = readers.get(template);
  if (body === undefined || crc32(body) !== row.checksum) return undefined;
  if (reader === undefined) return whole({ ...row, body });
  const figures = reader(row.body.split("\n"));
  const isInPlace = figures.index === row.caseIndex && figures.trial === row.trial;
  return isInPlace ? figures : undefined;
}
