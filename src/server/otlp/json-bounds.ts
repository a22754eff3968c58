import { deepest } from "../../core/json/check-json.ts";
import { ExportProblem } from "./export-problem.ts";
import { LONGEST_TEXT, MOST_KEYS, MOST_VALUES } from "./limits.ts";

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BACKSLASH = 92;

/** Looks at JSON before it is parsed, since a parser has made everything by the time it could be counted. */
export function checkJsonBounds(bytes: Buffer): void {
  const counts = new JsonCounts();
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) counts.value();
    else if (byte === COLON) counts.key();
    else if (byte === 91 || byte === 123) counts.open();
    else if (byte === 93 || byte === 125) counts.close();
  }
}

class JsonCounts {
  /** By depth, of the object that is open there. */
  readonly #keys: number[] = [];
  #depth = 0;
  #values = 0;

  open(): void {
    this.value();
    this.#depth += 1;
    this.#keys[this.#depth] = 0;
    if (this.#depth > deepest) throw tooMuch(`it is nested deeper than ${deepest} levels`);
  }

  close(): void {
    this.#depth -= 1;
  }

  key(): void {
    const count = (this.#keys[this.#depth] ?? 0) + 1;
    this.#keys[this.#depth] = count;
    if (count > MOST_KEYS) throw tooMuch(`an object has more than ${MOST_KEYS} keys`);
  }

  value(): void {
    this.#values += 1;
    if (this.#values > MOST_VALUES) throw tooMuch(`it has more than ${MOST_VALUES} values`);
  }
}

/** Where the quote stands that ends a text. */
function endOfText(bytes: Buffer, start: number): number {
  let end = start;
  do {
    end = bytes.indexOf(QUOTE, end + 1);
    // a text that does not end is the parser's to tell
    if (end === -1) return bytes.length;
  } while (isEscaped(bytes, end));
  if (end - start > LONGEST_TEXT) throw tooMuch(`a text has more than ${LONGEST_TEXT} bytes`);
  return end;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at;
  while (bytes[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

function tooMuch(why: string): ExportProblem {
  return new ExportProblem(400, `The JSON is not read: ${why}.`);
}
