import { parseJson } from "../json/json-text.ts";
import { mapValues, setOwn } from "../json/set-own.ts";
import { formOf, secretForms } from "./secret-forms.ts";
import { secretWords } from "./secret-words.ts";
import { recipeOf } from "./spread-recipe.ts";
import { type SpreadView, spreadReadings, throughSpreads } from "./spread-text.ts";
import { textScanner } from "./text-scanner.ts";

/** A value that must not leave the process, and the variable it is from; an empty name where none is known. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Puts placeholders where secrets stand, such as `[secret API_KEY #1f3a5c]`. */
export interface SecretMask {
  text(text: string): string;
  /** Also inside keys, and numbers that are a secret. The same value when there is none in it. */
  value<T>(value: T): T;
  /** Masks even single words of a secret: for sentences about a text that had one in it. */
  words<T>(value: T): T;
  /** The JSON of a value, masked, with the value it then stands for. */
  json<T>(value: T): { readonly text: string; readonly value: T };
}

interface Place {
  readonly secret: Secret;
  readonly label: string;
}

/** `tag` stands in every placeholder, so that one which an agent made up never passes as ours. */
export function secretMask(secrets: readonly Secret[], tag?: string): SecretMask {
  const places = new Map<string, Place>();
  for (const secret of secrets) {
    for (const { label, text } of secretForms(secret.value)) {
      if (!places.has(text)) places.set(text, { secret, label });
    }
  }
  const inText = textScanner(places.keys());
  // inside JSON text a form may be escaped once more
  const inJson = textScanner([...places.keys()].map((form) => JSON.stringify(form).slice(1, -1)));
  if (inText === undefined || inJson === undefined) return noMask;

  function text(original: string): string {
    return asWritten(throughSpreads(original, asSpread));
  }

  /** What was broken over lines or written by numbers; a placeholder that is read back says how. */
  function asSpread(original: string, view: SpreadView): string {
    let masked = "";
    let from = 0;
    let found = inText?.find(view.text);
    while (found !== undefined) {
      const place = places.get(found.pattern) as Place;
      const start = found.start;
      const end = start + found.pattern.length;
      const range = view.range(start, end);
      const isSpread = range.end - range.start > end - start && !isCut(place.label);
      if (isSpread && !isWhole(original, range)) {
        masked += original.slice(from, Math.max(from, range.start));
        masked += placeholder(place.secret.name, spreadLabel(place.label, view, start, end), tag);
        from = range.end;
      }
      found = inText?.find(view.text, end);
    }
    return masked + original.slice(from);
  }

  function spreadLabel(form: string, view: SpreadView, start: number, end: number): string {
    const recipe = tag === undefined ? undefined : recipeOf(view.pieces(start, end));
    return recipe === undefined ? "spread" : `spread ${form || "value"} ${recipe}`;
  }

  /** A form that we know as it stands can be put back, so it is left to those who do. */
  function isWhole(original: string, { start, end }: { start: number; end: number }): boolean {
    const found = inText?.find(original, start);
    if (found === undefined || found.start >= end) return false;
    return !isCut(places.get(found.pattern)?.label ?? "");
  }

  function asWritten(original: string): string {
    let found = inText?.find(original);
    if (found === undefined) return original;
    let masked = "";
    let from = 0;
    while (found !== undefined) {
      const place = places.get(found.pattern) as Place;
      const { start, end, label } = extent(original, found.start, found.pattern, place);
      masked += original.slice(from, Math.max(from, start));
      masked += placeholder(place.secret.name, label, tag);
      from = end;
      found = inText?.find(original, from);
    }
    return masked + original.slice(from);
  }

  function walk(value: unknown): unknown {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return number(value, String(value));
    if (typeof value !== "object" || value === null) return value;
    if (JSON.isRawJSON(value)) return number(value, value.rawJSON);
    if (Array.isArray(value)) return value.map(walk);
    const masked: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(value)) setOwn(masked, text(key), walk(each));
    return masked;
  }

  function number(value: unknown, digits: string): unknown {
    const place = places.get(digits);
    return place?.label === "" ? placeholder(place.secret.name, "number", tag) : value;
  }

  function json<T>(value: T): { text: string; value: T } {
    const written = JSON.stringify(value) ?? "null";
    const isIn =
      inJson?.find(written) ?? spreadReadings(written).find((each) => inText?.find(each));
    if (isIn === undefined) return { text: written, value };
    // read back: what writes itself (dates, raw numbers) is plain data then
    const masked = walk(parseJson(written)) as T;
    return { text: JSON.stringify(masked), value: masked };
  }

  let inWords: ReturnType<typeof secretWords> | undefined;
  const part = (name: string) => placeholder(name, "part", tag);
  function words(value: unknown): unknown {
    if (typeof value === "string") {
      inWords ??= secretWords(secrets);
      return inWords(text(value), part);
    }
    if (typeof value !== "object" || value === null || JSON.isRawJSON(value)) return value;
    if (Array.isArray(value)) return value.map(words);
    return mapValues(value as Record<string, unknown>, words);
  }

  return {
    text,
    json,
    value: (value) => json(value).value,
    words: (value) => words(value) as typeof value,
  };
}

const noMask: SecretMask = {
  text: (text) => text,
  value: (value) => value,
  words: (value) => value,
  json: (value) => ({ text: JSON.stringify(value) ?? "null", value }),
};

function isCut(label: string): boolean {
  return label.startsWith("first ") || label.startsWith("last ");
}

/** How far a match goes: a piece that was cut off goes on as long as the text agrees with the value. */
function extent(
  text: string,
  start: number,
  pattern: string,
  { secret: { value }, label }: Place,
): { readonly start: number; readonly end: number; readonly label: string } {
  let end = start + pattern.length;
  if (label.startsWith("first ")) {
    while (end - start < value.length && text[end] === value[end - start]) end += 1;
    return { start, end, label: `first ${end - start}` };
  }
  if (!label.startsWith("last ")) return { start, end, label };
  let begin = start;
  while (begin > 0 && text[begin - 1] === value[value.length - (end - begin) - 1]) begin -= 1;
  return { start: begin, end, label: `last ${end - begin}` };
}

function placeholder(name: string, label: string, tag: string | undefined): string {
  if (name === "") return "[secret]";
  const as = label === "" ? "" : ` as ${label}`;
  return `[secret ${writtenName(name)}${as}${tag === undefined ? "" : ` #${tag}`}]`;
}

/** A key of a JSON document may be any text. What would end the name of a placeholder is written by its number. */
function writtenName(name: string): string {
  return name.toWellFormed().replace(/[\s\p{C}[\]#%"'\\<>&]/gu, percent);
}

function percent(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

function readName(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** What a run's placeholders carry. No agent knows its id. */
export function maskTag(runId: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < runId.length; at += 1) {
    hash = Math.imul(hash ^ runId.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0").slice(0, 6);
}

const MARK = "[secret ";
const ours = /\[secret ([^\s\]]+)(?: as ([^#\]]+?))? #([0-9a-f]{6})\]/g;

/** Which secrets the placeholders of a run in a text stand for. */
export function maskedNames(text: string, tag: string): readonly string[] {
  if (!text.includes(MARK)) return [];
  const own = [...text.matchAll(ours)].filter(([, , , said]) => said === tag);
  return [...new Set(own.map(([, name = ""]) => readName(name)))];
}

/** The tags are for us; people read the name alone. */
export function withoutTags(text: string): string {
  return text.includes(MARK) ? text.replace(ours, "[secret $1]") : text;
}

/** The value again in the place of each placeholder of a run, wherever the variable still has one. */
export function unmask<T>(
  value: T,
  valueFor: (name: string, tag: string) => string | undefined,
): T {
  const original = (whole: string, name: string, label = "", said = ""): string => {
    const known = valueFor(readName(name), said);
    return known === undefined ? whole : (formOf(known, label) ?? whole);
  };
  const back = (text: string): string =>
    text.includes(MARK) ? text.replace(ours, original) : text;
  function walk(each: unknown): unknown {
    if (typeof each === "string") return asNumber(each) ?? back(each);
    if (typeof each !== "object" || each === null || JSON.isRawJSON(each)) return each;
    if (Array.isArray(each)) return each.map(walk);
    const copy: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(each)) setOwn(copy, back(key), walk(item));
    return copy;
  }
  function asNumber(text: string): unknown {
    if (!text.startsWith(MARK)) return undefined;
    const [whole, name = "", label, said = ""] = [...text.matchAll(ours)][0] ?? [];
    const known = whole === text && label === "number" ? valueFor(readName(name), said) : undefined;
    return known === undefined ? undefined : parseJson(known);
  }
  return JSON.stringify(value)?.includes(MARK) === true ? (walk(value) as T) : value;
}
