import { appendFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { CaseResult } from "../../core/run.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { unwritable } from "../../files/unwritable.ts";
import { resultColumns, resultRows } from "./results-rows.ts";

/** The folder of the file, as ADK makes it; where that cannot be, nobody has been paid yet. */
export async function makeResultsFolder(path: string): Promise<void> {
  await makeFolder(dirname(path)).catch((cause) => {
    throw unwritable(path, cause);
  });
}

/** Adds a row for each turn and metric to a CSV file, under ADK's column names; a new file begins with them. */
export async function appendResultsCsv(path: string, cases: readonly CaseResult[]): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  const head = there === undefined || there.size === 0 ? [resultColumns] : [];
  const rows = [...head, ...cases.flatMap(resultRows)];
  const text = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  await appendFile(path, text).catch((cause: Error) => {
    throw unwritable(path, cause);
  });
}

function cell(value: string | number | undefined): string {
  const text = String(value ?? "");
  // a spreadsheet takes a text that begins like this for a formula
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
