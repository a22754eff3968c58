import { isUtf8 } from "node:buffer";

/** A line of text, counted from 1, without the white space around it. */
export interface TextLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a text that are not empty. Only a line feed ends one: what else Unicode calls a line end may stand in a string. */
export function* linesOf(text: string): Generator<TextLine> {
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 ? text.length : newline;
    number += 1;
    const line = text.slice(from, to).trim();
    from = to + 1;
    if (line !== "") yield { number, text: line };
  }
}

const LINE_FEED = 10;
/** What stands for bytes that are no text: no JSON, so that it is told as such. */
const NO_TEXT = "\ufffd";

/** Bytes of JSON as a text. A line that is not UTF-8 is no JSON: read with other characters, it would say what nobody said. */
export function jsonText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const lines: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const newline = bytes.indexOf(LINE_FEED, from);
    const to = newline === -1 ? bytes.length : newline;
    const line = bytes.subarray(from, to);
    lines.push(isUtf8(line) ? line.toString("utf8") : NO_TEXT);
    from = to + 1;
  }
  return lines.join("\n");
}
