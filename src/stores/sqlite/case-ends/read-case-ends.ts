import { crc32 } from "node:zlib";
import type { CaseEndFigures } from "../../../core/folds/case-end-figures.ts";
import type { CaseEndEvent } from "../../../core/run.ts";
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
  const read = (row: StoredEnd, template: Template | undefined) =>
    template === undefined ? whole(row) : filled(row, template, readers);
  yield* inBatches(rows, templateOf, { read, onDamage });
}

/** The same with everything that they say. */
export function* readWholeCaseEnds(
  rows: Iterable<StoredEnd>,
  templateOf: (id: number) => Template | undefined,
  onDamage: (row: StoredEnd) => void,
): Generator<readonly CaseEndEvent[]> {
  const read = (row: StoredEnd, template: Template | undefined) => {
    if (template === undefined) return whole(row);
    const body = fillTemplate(template, row.body);
    return body === undefined ? undefined : whole({ ...row, body });
  };
  yield* inBatches(rows, templateOf, { read, onDamage });
}

interface EndReading<End> {
  read(row: StoredEnd, template: Template | undefined): End | undefined;
  onDamage(row: StoredEnd): void;
}

function* inBatches<End>(
  rows: Iterable<StoredEnd>,
  templateOf: (id: number) => Template | undefined,
  { read, onDamage }: EndReading<End>,
): Generator<readonly End[]> {
  let batch: End[] = [];
  for (const row of rows) {
    const end = read(row, row.template === null ? undefined : templateOf(row.template));
    if (end === undefined) onDamage(row);
    else batch.push(end);
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
function whole(row: StoredRow): CaseEndEvent | undefined {
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
