/**
 * The text that events of a run share, with a gap for each value in which they differ. A run of thousands writes the same
 * names and settings thousands of times; with a template only the values are written.
 */
export type Template = readonly string[];

/** No JSON has one unescaped, so values can be told apart by it. */
const BETWEEN = "\n";

/** The values that fill the template's gaps with this text; undefined where it is not of that kind. */
export function valuesIn(text: string, template: Template): string | undefined {
  const first = template[0] as string;
  if (!isAt(text, 0, first)) return undefined;
  let values = "";
  let at = first.length;
  for (let gap = 1; gap < template.length; gap += 1) {
    const end = endOfValue(text, at);
    const piece = template[gap] as string;
    if (end === at || !isAt(text, end, piece)) return undefined;
    values += gap === 1 ? text.slice(at, end) : BETWEEN + text.slice(at, end);
    at = end + piece.length;
  }
  return at === text.length ? values : undefined;
}

/** Long pieces are compared as blocks of memory; `startsWith` looks at one character after the other. */
function isAt(text: string, at: number, piece: string): boolean {
  return text.slice(at, at + piece.length) === piece;
}

/** The text again; undefined when there are more or fewer values than gaps. */
export function fillTemplate(template: Template, values: string): string | undefined {
  const given = values.split(BETWEEN);
  if (given.length !== template.length - 1) return undefined;
  let text = template[0] as string;
  for (let gap = 1; gap < template.length; gap += 1) {
    text += given[gap - 1] + (template[gap] as string);
  }
  return text;
}

/** What the last of these texts shares with those before it that have the same fields; undefined when it is alone. */
export function commonTemplate(texts: readonly string[]): Template | undefined {
  const last = takeApart(texts.at(-1) ?? "");
  if (last === undefined) return undefined;
  const { pieces, values } = last;
  const others = texts
    .slice(0, -1)
    .map(takeApart)
    .filter((other) => other !== undefined && isSame(other.pieces, pieces));
  if (others.length === 0) return undefined;
  const template = [pieces[0] as string];
  for (const [index, value] of values.entries()) {
    const after = pieces[index + 1] as string;
    if (others.some((other) => other?.values[index] !== value)) template.push(after);
    else template[template.length - 1] += value + after;
  }
  return template.length > 1 ? template : undefined;
}

interface Parts {
  /** One more than values: what stands before, between and after them. */
  readonly pieces: readonly string[];
  readonly values: readonly string[];
}

/** Keys, brackets and commas on one side, values on the other; undefined for text with spaces between them. */
function takeApart(json: string): Parts | undefined {
  const pieces: string[] = [];
  const values: string[] = [];
  let from = 0;
  let at = 0;
  while (at < json.length) {
    if (isStructure(json.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const end = endOfValue(json, at);
    if (end === at) return undefined;
    if (json.charCodeAt(end) !== COLON) {
      pieces.push(json.slice(from, at));
      values.push(json.slice(at, end));
      from = end;
    }
    at = end;
  }
  pieces.push(json.slice(from));
  return { pieces, values };
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** A comma, a colon or a bracket. */
function isStructure(code: number): boolean {
  switch (code) {
    case COMMA:
    case COLON:
    case 0x5b:
    case 0x5d:
    case 0x7b:
    case 0x7d:
      return true;
    default:
      return false;
  }
}

/** Of a number, or of `true`, `false` and `null`. */
function isOfWord(code: number): boolean {
  return code > SPACE && !isStructure(code);
}

/** Where the string, number or word ends that begins here. */
function endOfValue(json: string, start: number): number {
  if (json.charCodeAt(start) !== QUOTE) {
    let at = start;
    while (at < json.length && isOfWord(json.charCodeAt(at))) at += 1;
    return at;
  }
  let quote = json.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let backslashes = 0;
  while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((piece, index) => piece === other[index]);
}
