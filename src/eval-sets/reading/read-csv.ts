import type { Problem } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { tryJson } from "../../core/json/loose-json.ts";
import { type ReadRows, readRow } from "./read-rows.ts";
import { splitCsv } from "./split-csv.ts";

/** Reads a table with a line of names: a question and its answer a row, under the names that people give them. */
export function readCsv(text: string): ReadRows {
  const cases: EvalCase[] = [];
  const problems: Problem[] = [];
  const unused = new Map<string, number>();
  const { records, unclosed } = splitCsv(text);
  const [head, ...rows] = records;
  const names = (head?.cells ?? []).map(nameOf);
  for (const { line, cells } of rows) {
    const place = { line, column: 1 };
    if (cells.length > names.length) {
      const message = `This row has ${cells.length} cells, and there are ${names.length} columns.`;
      problems.push({
        message,
        hint: 'A cell with the separator in it stands in "quotes".',
        place,
      });
      continue;
    }
    const read = readRow(rowOf(names, cells), cases.length + 1, unused);
    if (typeof read === "string") problems.push({ message: read, place });
    else cases.push(read);
  }
  if (unclosed !== undefined) {
    const message = "A quote is opened here and never closed.";
    problems.push({ message, place: { line: unclosed, column: 1 } });
  }
  return { cases, problems, unused };
}

/** `Expected output` is `expected_output`. */
function nameOf(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}

/** An empty cell says nothing; tags and tools are lists, with any usual separator, or as JSON. */
function rowOf(names: readonly string[], cells: readonly string[]): object {
  const pairs = names.flatMap((name, at): (readonly [string, unknown])[] => {
    const cell = cells[at] ?? "";
    if (name === "" || cell.trim() === "") return [];
    return [[name, isList(name) ? listOf(cell) : cell]];
  });
  return Object.fromEntries(pairs);
}

function isList(name: string): boolean {
  return ["tags", "tools", "tool_uses", "expected_tool_use", "expected_tools"].includes(name);
}

function listOf(cell: string): readonly unknown[] {
  const value = tryJson(cell);
  if (Array.isArray(value)) return value;
  return cell.split(/[,;|]/).flatMap((each) => each.trim() || []);
}
