/** A row of a table, and the line on which it begins, from 1. */
interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

interface SplitCsv {
  /** Rows in which something stands. */
  readonly records: readonly CsvRecord[];
  /** The line of a quote that is never closed. */
  readonly unclosed?: number | undefined;
}

/** Rows and cells as RFC 4180 has them, whatever separates them: a comma, a semicolon or a tab, as the first line shows. */
export function splitCsv(given: string): SplitCsv {
  const text = given.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  // in quotes, with quotes doubled, or up to the next separator
  const cell = new RegExp(
    ` *"([^"]*(?:""[^"]*)*)("?)[^${separator}\\r\\n]*|([^${separator}\\r\\n]*)`,
    "y",
  );
  const records: CsvRecord[] = [];
  let open = { line: 1, cells: [] as string[] };
  let line = 1;
  while (cell.lastIndex < text.length) {
    const { whole, content } = readCell(cell, text);
    if (content === undefined) return { records, unclosed: line };
    open.cells.push(content);
    line += whole.split("\n").length - 1;
    if (text[cell.lastIndex] === separator) {
      cell.lastIndex += 1;
      // a row may end with an empty cell
      if (cell.lastIndex === text.length) open.cells.push("");
      continue;
    }
    line += 1;
    cell.lastIndex += text.startsWith("\r\n", cell.lastIndex) ? 2 : 1;
    if (open.cells.some((each) => each.trim() !== "")) records.push(open);
    open = { line, cells: [] };
  }
  if (open.cells.some((each) => each.trim() !== "")) records.push(open);
  return { records };
}

/** What stands in the next cell; undefined where its quote is never closed. */
function readCell(cell: RegExp, text: string): { whole: string; content: string | undefined } {
  const [whole = "", quoted, end, plain = ""] = cell.exec(text) ?? [];
  if (quoted === undefined) return { whole, content: plain };
  return { whole, content: end === "" ? undefined : quoted.replaceAll('""', '"') };
}

function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/\r?\n|$/));
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
