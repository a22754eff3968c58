import type { JsonMember } from "./json-members.ts";
import { skipComment, skipValue } from "./json-skip.ts";

/** How something new is to be laid out beside what stands in a file. */
export interface Layout {
  /** Between entries, after the comma. */
  readonly gap: string;
  /** Between the last entry and the closing bracket, when the list was empty. */
  readonly close: string;
  /** The indentation of the line that an entry begins in. */
  readonly margin: string;
  readonly unit: string;
  readonly eol: string;
  /** Whether an entry with entries of its own takes several lines. */
  readonly open: boolean;
  readonly colon: string;
  /** Inside the braces of an object in one line. */
  readonly pad: string;
}

/** Follows what the other entries do, else what the rest of the file does. */
export function layoutFor(text: string, open: number, members: readonly JsonMember[]): Layout {
  const eol = eolOf(text);
  const last = members.at(-1);
  const outer = marginAt(text, open);
  const colon = colonOf(text, members);
  const pad = padOf(text, [last?.start, open]);
  if (last === undefined) {
    const lined = isLined(text) && standsAlone(text, open);
    const unit = outer !== "" && !outer.includes(" ") ? "\t" : unitOf(text);
    const margin = outer + unit;
    return lined
      ? { gap: eol + margin, close: eol + outer, margin, unit, eol, open: true, colon, pad }
      : {
          gap: colon === ":" ? "" : " ",
          close: "",
          margin: "",
          unit,
          eol,
          open: false,
          colon,
          pad,
        };
  }
  const margin = marginAt(text, last.from);
  const startsLine = text.slice(lineStart(text, last.from), last.from).trim() === "";
  const source = text.slice(last.from, last.end);
  const spread = members.some(({ start, end }) => isLined(text.slice(start, end)));
  const isPlain = members.every(({ start }) => text[start] !== "{" && text[start] !== "[");
  return {
    gap: startsLine && isLined(text.slice(open, last.from)) ? eol + margin : gapOf(text, members),
    close: "",
    margin,
    unit: innerUnit(source, margin) ?? unitBetween(outer, margin) ?? unitOf(text),
    eol,
    open: spread || (isPlain && startsLine && typeof last.key === "string"),
    colon,
    pad,
  };
}

/** Whether an empty list or object has its line for itself, but for its key and a comma; else it stays in its line. */
function standsAlone(text: string, open: number): boolean {
  const end = skipValue(text, open);
  if (isLined(text.slice(open, end))) return true;
  const lead = text.slice(lineStart(text, open), open);
  const rest = /^[^\r\n]*/.exec(text.slice(end))?.[0] ?? "";
  return /^\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?$/.test(lead) && /^\s*,?\s*(?:\/\/.*|#.*)?$/.test(rest);
}

/** For a value that stands by itself: laid out as the file is. */
export function layoutAt(text: string, at: number): Layout {
  const { eol, unit, colon, pad, open } = layoutFor(text, at, []);
  return { gap: "", close: "", margin: marginAt(text, at), unit, eol, open, colon, pad };
}

/** A value as it would stand there. */
export function printJson(value: unknown, layout: Layout): string {
  const { open, unit, margin, eol, colon, pad } = layout;
  if (open) return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${margin}`);
  return oneLine(value, { blank: colon === ":" ? "" : " ", pad });
}

/** After the entry and whatever is remarked on it in the same line; undefined when something else follows there. */
export function endOfLine(text: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    while (text[at] === " " || text[at] === "\t") at += 1;
    if (at >= text.length || text[at] === "\n" || text[at] === "\r") return at;
    const after = skipComment(text, at);
    if (after === at || isLined(text.slice(at, after).trimEnd())) return undefined;
    // a line comment reaches over the carriage return before its line break
    at = text[after - 1] === "\r" ? after - 1 : after;
  }
}

export function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}

interface Spaces {
  readonly blank: string;
  readonly pad: string;
}

function oneLine(value: unknown, spaces: Spaces): string {
  const { blank, pad } = spaces;
  if (Array.isArray(value))
    return `[${value.map((each) => oneLine(each, spaces)).join(`,${blank}`)}]`;
  if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) {
    return JSON.stringify(value);
  }
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return "{}";
  const said = entries.map(
    ([key, each]) => `${JSON.stringify(key)}:${blank}${oneLine(each, spaces)}`,
  );
  return `{${pad}${said.join(`,${blank}`)}${pad}}`;
}

/** What stands inside the braces of the first of these objects that tells it, else of the first in one line. */
function padOf(text: string, places: readonly (number | undefined)[]): string {
  const near = places.map((at) =>
    at === undefined ? undefined : /^\{( ?)"/.exec(text.slice(at, at + 3))?.[1],
  );
  const first = () => /\{( ?)"[^\r\n]*\}/.exec(text.slice(0, LOOKED_AT))?.[1];
  return near.find((pad) => pad !== undefined) ?? first() ?? "";
}

/** So much of a file shows how it is laid out. */
const LOOKED_AT = 65_536;

function isLined(text: string): boolean {
  return /[\r\n]/.test(text);
}

function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

function marginAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at)))?.[0] ?? "";
}

/** What the second line of an entry is indented by beyond its first. */
function innerUnit(source: string, margin: string): string | undefined {
  const second = /^[[{][ \t]*(?:\r\n|\n|\r)([ \t]+)/.exec(source)?.[1];
  return unitBetween(margin, second ?? "");
}

function unitBetween(outer: string, inner: string): string | undefined {
  return inner.length > outer.length && inner.startsWith(outer)
    ? inner.slice(outer.length)
    : undefined;
}

/** By how much the file indents at first. */
function unitOf(text: string): string {
  return /[\r\n]([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function gapOf(text: string, members: readonly JsonMember[]): string {
  const [first, second] = members;
  if (first?.comma !== undefined && second !== undefined) {
    const gap = text.slice(first.comma + 1, second.from);
    if (/^[ \t]*$/.test(gap)) return gap;
  }
  return colonOf(text, members) === ":" && !isLined(text) ? "" : " ";
}

function colonOf(text: string, members: readonly JsonMember[]): string {
  const keyed = members.find((each) => typeof each.key === "string");
  const source = keyed === undefined ? text : text.slice(keyed.from, keyed.start);
  return /":[[{"\d]/.test(source) || source.endsWith(":") ? ":" : ": ";
}
