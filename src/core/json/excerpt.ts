/** Where something stands in a text, by offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Line and column, counted from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Finds lines in one text; the breaks are looked for once. */
export class Lines {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      starts.push(at + 1);
    }
    this.#starts = starts;
  }

  at(offset: number): LineAndColumn {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  line(number: number): string {
    const start = this.#starts[number - 1] ?? 0;
    const next = this.#starts[number];
    const line = this.#text.slice(start, next === undefined ? undefined : next - 1);
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  }

  /**
   * The marked line with a marker under it and up to two lines before, ready to print:
   *
   *    12 |   "conversation": [
   *    13 |     { "user_contnt": "hello" }
   *       |       ^^^^^^^^^^^^^
   *
   * `firstLine` is the number of the text's first line where it is a piece of a longer file.
   */
  excerpt(span: Span, firstLine = 1): string {
    const { line, column } = this.at(span.start);
    const source = this.line(line);
    const from = column - 1;
    const length = Math.max(1, Math.min(span.end, span.start + source.length - from) - span.start);
    const left = windowStart(source, from, length);
    const rows: string[] = [];
    for (let each = Math.max(1, line - 2); each <= line; each += 1) {
      const shown = cut(this.line(each), each === line ? left : 0);
      rows.push(`${gutter(String(each + firstLine - 1))}${shown}`.trimEnd());
    }
    const before = (left > 0 ? 1 : 0) + from - left;
    rows.push(`${gutter("")}${" ".repeat(before)}${"^".repeat(Math.min(length, width - before))}`);
    return rows.join("\n");
  }
}

/** What is left of 80 columns beside the line numbers, less one for the ellipsis. */
const width = 71;

function gutter(number: string): string {
  return `${number.padStart(5)} | `;
}

/** Long lines are shown around the mistake. */
function windowStart(line: string, from: number, length: number): number {
  if (line.length <= width || from + Math.min(length, 20) <= width) return 0;
  return from - 20;
}

function cut(line: string, left: number): string {
  const rest = line.slice(left, left + width - (left > 0 ? 1 : 0));
  const shown = `${left > 0 ? "…" : ""}${rest}${left + rest.length < line.length ? "…" : ""}`;
  // a file must not be able to move the cursor or turn the writing round
  return shown.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (c) =>
    c === "\t" ? " " : "·",
  );
}
