import { type ErrorCode, UserFacingError } from "../errors.ts";
import { checkJson, deepest } from "./check-json.ts";
import { Lines } from "./excerpt.ts";
import { placeAt } from "./json-place.ts";
import { isClosing, isOpening, skipString } from "./json-skip.ts";
import { type JsonExtension, JsonSyntaxError } from "./json-syntax-error.ts";

/** Strict JSON. Integers beyond 2^53 keep their digits, as `JSON.rawJSON` values. */
export function parseJson(text: string): unknown {
  return mayHoldLongNumber(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

export interface JsonText {
  readonly value: unknown;
  /** Comments and trailing commas that were read; strict readers refuse a file with any. */
  readonly extended: readonly JsonExtension[];
}

interface ParseOptions {
  /** For messages. */
  readonly file?: string | undefined;
  readonly code?: ErrorCode | undefined;
}

/** JSON as people write it: with comments and trailing commas. Mistakes are reported with their place. */
export function parseJsonText(text: string, options: ParseOptions = {}): JsonText {
  // for programs that no compiler checks
  if (typeof text !== "string") throw noText(text, options);
  try {
    if (text.charCodeAt(0) === 0xfeff) throw byteOrderMark;
    if (mayHoldHalf(text)) checkJson(text);
    const parsed = parseStrictly(text) ?? parseExtended(text);
    // says where
    if (isDeeperThan(parsed.value, deepest)) checkJson(text);
    return parsed;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw syntaxError(text, error, options);
  }
}

function noText(given: unknown, { file, code = "eval-set/invalid" }: ParseOptions): Error {
  const what = given === undefined ? "missing" : `of type ${typeof given}`;
  return new UserFacingError(code, `${file ?? "The text"} is ${what}; JSON text was expected.`, {
    hint: "Give what stands in the file, as a text.",
  });
}

/** Blanks out what strict JSON does not know, so that offsets stay as they are. */
function blankOut(text: string, extended: readonly JsonExtension[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { offset, end } of extended) {
    pieces.push(text.slice(from, offset), text.slice(offset, end).replace(/[^\r\n]/g, " "));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

const byteOrderMark = new JsonSyntaxError(
  "The file begins with a byte order mark.",
  'Save it as "UTF-8" without one; ADK refuses it too.',
  { start: 0, end: 1 },
);

/** Undefined when the text is not strict JSON. */
function parseStrictly(text: string): JsonText | undefined {
  try {
    return { value: parseJson(text), extended: [] };
  } catch (error) {
    // too deep for looking at each value while it is read; what reads on says where
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function parseExtended(text: string): JsonText {
  const extended = checkJson(text).toSorted((a, b) => a.offset - b.offset);
  return { value: parseJson(blankOut(text, extended)), extended };
}

function syntaxError(
  text: string,
  mistake: JsonSyntaxError,
  options: ParseOptions,
): UserFacingError {
  return new UserFacingError(options.code ?? "file/unreadable", mistake.message, {
    hint: mistake.hint,
    place: placeAt(new Lines(text), mistake, { file: options.file }),
  });
}

/** Sixteen digits in a row, or an exponent of three, may be more than a double holds. */
export function mayHoldLongNumber(text: string): boolean {
  if (LONG_DIGITS.test(text) && (LONG_INTEGER.test(text) || LONG_FIRST.test(text))) return true;
  return EXPONENT.test(text) && LONG_EXPONENT.test(text);
}

/** Written out, as all of these: what has one length is found by leaps, and most texts have none of it. */
const LONG_DIGITS = /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
/** Outside of a string: times and ids of traces are strings of digits, and looking at every value is slow. */
const LONG_INTEGER = /[\s:,[-]\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/;
const LONG_FIRST = /^\d{16}/;
const EXPONENT = /\d[eE]\+?\d\d\d/;
const LONG_EXPONENT = /(?:^|[\s:,[])-?\d+(?:\.\d+)?[eE]\+?\d{3}/;

function keepDigits(_key: string, value: unknown, context: { readonly source: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  if (/^-?\d+$/.test(context.source)) return JSON.rawJSON(context.source);
  if (!Number.isFinite(value)) throw new SyntaxError(`${context.source} is too large for a number`);
  return value;
}

/** Characters beyond the first plane are written as pairs of escapes, and a half may be missing. */
function mayHoldHalf(text: string): boolean {
  return /\\u[dD][89a-fA-F]/.test(text) || !text.isWellFormed();
}

/** Looking at values is quicker than looking at the characters that they were written with. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      if (isDeeperThan(value[at], levels - 1)) return true;
    }
    return false;
  }
  for (const key in value) {
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

/** Counts brackets outside strings; comments can only make it too high. */
export function isNestedTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) at = skipString(text, at) - 1;
    else if (isOpening(code)) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (isClosing(code)) depth -= 1;
  }
  return false;
}
