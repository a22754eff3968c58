import { pythonStrip } from "../../core/text/python-space.ts";
import type { JinjaValue } from "./jinja-package.ts";
import type { JinjaLibrary } from "./load-jinja.ts";
import {
  type Data,
  isList,
  isTrue,
  itemsOf,
  lettersOf,
  TemplateProblem,
  textOf,
  unwrap,
} from "./template-value.ts";

/** An argument by its place, else by its name. */
type Given = (place: number, name: string) => Data;

interface Filter {
  readonly needs: number;
  readonly apply: (value: Data, given: Given, library: JinjaLibrary) => Data | JinjaValue;
}

/** Arguments as the library hands them over: those with names come last, together. */
export function givenBy(args: readonly JinjaValue[]): Given {
  const last = args.at(-1);
  const isNamed = last?.type === "KeywordArgumentsValue";
  const byName = (isNamed ? unwrap(last) : {}) as Readonly<Record<string, Data>>;
  const byPlace = (isNamed ? args.slice(0, -1) : args).map(unwrap);
  return (place, name) =>
    byPlace[place] ?? (Object.hasOwn(byName, name) ? byName[name] : undefined);
}

/** Jinja's own, as it has them, as far as they make sense for texts and lists. */
export const filters: Readonly<Record<string, Filter>> = {
  // persona texts are filled in beforehand, and nothing else may be a template
  render_string_filter: onText((text) => text),
  safe: filter((value) => value),
  string: onText((text) => text),
  trim: onText((text, given) => trimmed(text, given(0, "chars"))),
  upper: onText((text) => text.toUpperCase()),
  lower: onText((text) => text.toLowerCase()),
  capitalize: onText(capitalized),
  title: onText((text) => text.replace(/[^-\s({[<]+/g, capitalized)),
  replace: onText(replaced, 2),
  default: filter(defaulted),
  d: filter(defaulted),
  length: filter(lengthOf),
  count: filter(lengthOf),
  wordcount: filter((value) => textOf(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0),
  first: filter((value) => itemsOf(value)[0]),
  last: filter((value) => itemsOf(value).at(-1)),
  reverse: filter((value) =>
    isList(value) ? value.toReversed() : lettersOf(textOf(value)).reverse().join(""),
  ),
  list: filter((value) => itemsOf(value)),
  join: filter((value, given) =>
    itemsOf(value)
      .map((item) => textOf(part(item, given(1, "attribute"))))
      .join(textOf(given(0, "d"))),
  ),
  map: filter((value, given) => {
    const attribute = given(-1, "attribute");
    if (attribute === undefined) throw new TemplateProblem('Write map(attribute="name").');
    return itemsOf(value).map((item) => part(item, attribute) ?? given(-1, "default"));
  }),
  select: filter((value) => itemsOf(value).filter(isTrue)),
  reject: filter((value) => itemsOf(value).filter((item) => !isTrue(item))),
  unique: filter((value) => uniqueOf(itemsOf(value))),
  sort: filter(sorted),
  min: filter((value) => sorted(value, () => undefined)[0]),
  max: filter((value) => sorted(value, () => undefined).at(-1)),
  sum: filter((value) => itemsOf(value).reduce<number>((sum, item) => sum + Number(item), 0)),
  abs: filter((value) => Math.abs(Number(value))),
  int: filter((value, given) => whole(value) ?? given(0, "default") ?? 0),
  float: filter((value, given, { wrapFloat }) =>
    wrapFloat(decimal(value) ?? Number(given(0, "default") ?? 0)),
  ),
  round: filter((value, given, { wrapFloat }) => wrapFloat(rounded(Number(value), given))),
  indent: onText(indented),
  truncate: onText(truncated),
  center: onText((text, given) => centred(text, Number(given(0, "width") ?? 80))),
  escape: onText(escaped),
  e: onText(escaped),
  forceescape: onText(escaped),
  striptags: onText((text) =>
    text
      .replace(/<!--[\s\S]*?-->|<[^>]*>/g, "")
      .split(/\s+/)
      .filter(Boolean)
      .join(" "),
  ),
  urlencode: onText((text) =>
    encodeURIComponent(text)
      .replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll("%2F", "/"),
  ),
  tojson: filter((value) => jsonText(value)),
};

function filter(apply: Filter["apply"], needs = 0): Filter {
  return { apply, needs };
}

function onText(change: (text: string, given: Given) => string, needs = 0): Filter {
  return { apply: (value, given) => change(textOf(value), given), needs };
}

function lengthOf(value: Data): number {
  if (typeof value === "object" && value !== null && !isList(value))
    return Object.keys(value).length;
  return itemsOf(value).length;
}

/** A field of a thing, or the thing where none is asked for. */
function part(item: Data, attribute: Data): Data {
  if (attribute === undefined) return item;
  const name = textOf(attribute);
  if (typeof item !== "object" || item === null || isList(item)) return undefined;
  return Object.hasOwn(item, name) ? item[name] : undefined;
}

function uniqueOf(items: readonly Data[]): readonly Data[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = typeof item === "string" ? item.toLowerCase() : JSON.stringify(item);
    return seen.size < seen.add(`${typeof item} ${key}`).size;
  });
}

function sorted(value: Data, given: Given): readonly Data[] {
  const isExact = given(1, "case_sensitive") === true;
  const keyOf = (item: Data) => {
    const key = part(item, given(2, "attribute"));
    if (typeof key === "number") return key;
    return isExact ? textOf(key) : textOf(key).toLowerCase();
  };
  const items = itemsOf(value).toSorted((a, b) => order(keyOf(a), keyOf(b)));
  return given(0, "reverse") === true ? items.toReversed() : items;
}

function order(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function whole(value: Data): number | undefined {
  const read = decimal(value);
  return read === undefined ? undefined : Math.trunc(read);
}

function decimal(value: Data): number | undefined {
  const isText = typeof value === "string" && value.trim() !== "";
  const read =
    isText || typeof value === "number" || typeof value === "boolean" ? Number(value) : Number.NaN;
  return Number.isFinite(read) ? read : undefined;
}

/** As Python rounds: a half goes to the even neighbour. */
function rounded(value: number, given: Given): number {
  const scale = 10 ** Number(given(0, "precision") ?? 0);
  const method = given(1, "method") ?? "common";
  if (method === "ceil") return Math.ceil(value * scale) / scale;
  if (method === "floor") return Math.floor(value * scale) / scale;
  const near = Math.round(value * scale);
  const isHalf = Math.abs(value * scale - Math.trunc(value * scale)) === 0.5;
  return (isHalf && near % 2 !== 0 ? near - 1 : near) / scale;
}

function capitalized(text: string): string {
  const [first = "", ...rest] = lettersOf(text);
  return first.toUpperCase() + rest.join("").toLowerCase();
}

function trimmed(text: string, chars: Data): string {
  if (chars === undefined || chars === null) return pythonStrip(text);
  const set = new Set(lettersOf(textOf(chars)));
  const letters = lettersOf(text);
  const start = letters.findIndex((each) => !set.has(each));
  const end = letters.findLastIndex((each) => !set.has(each));
  return start === -1 ? "" : letters.slice(start, end + 1).join("");
}

function replaced(text: string, given: Given): string {
  const [from, to, count] = [textOf(given(0, "old")), textOf(given(1, "new")), given(2, "count")];
  // Python puts it between all letters, before the first and after the last
  const pieces = from === "" ? ["", ...lettersOf(text), ""] : text.split(from);
  const most = typeof count === "number" && count >= 0 ? count : Number.POSITIVE_INFINITY;
  return pieces.reduce((done, piece, at) => done + (at <= most ? to : from) + piece);
}

function defaulted(value: Data, given: Given): Data {
  const isEmpty = value === undefined || (given(1, "boolean") === true && !isTrue(value));
  return isEmpty ? (given(0, "default_value") ?? "") : value;
}

function indented(text: string, given: Given): string {
  const width = given(0, "width") ?? 4;
  const space = typeof width === "number" ? " ".repeat(Math.max(0, width)) : textOf(width);
  const [first = "", ...rest] = text.split("\n");
  const blank = given(2, "blank") === true;
  const lines = rest.map((line) => (line === "" && !blank ? line : space + line));
  return [given(1, "first") === true ? space + first : first, ...lines].join("\n");
}

function truncated(text: string, given: Given): string {
  const length = Number(given(0, "length") ?? 255);
  const end = textOf(given(2, "end") ?? "...");
  const leeway = Number(given(3, "leeway") ?? 5);
  const letters = lettersOf(text);
  if (letters.length <= length + leeway) return text;
  const kept = letters.slice(0, Math.max(0, length - lettersOf(end).length)).join("");
  if (given(1, "killwords") === true) return kept + end;
  const space = kept.lastIndexOf(" ");
  return (space === -1 ? kept : kept.slice(0, space)) + end;
}

function centred(text: string, width: number): string {
  const room = Math.max(0, width - lettersOf(text).length);
  // as Python's center puts the odd blank
  const left = Math.floor(room / 2) + (room & width & 1);
  return " ".repeat(left) + text + " ".repeat(room - left);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#39;",
  '"': "&#34;",
};

function escaped(text: string): string {
  return text.replace(/[&<>'"]/g, (each) => entities[each] ?? each);
}

/** As Jinja writes it: by Python's rules, keys in order, and safe within HTML. */
function jsonText(value: Data): string {
  if (isList(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).filter((key) => !key.startsWith(" "));
    const fields = keys.sort().map((key) => `${jsonText(key)}: ${jsonText(value[key])}`);
    return `{${fields.join(", ")}}`;
  }
  if (value === undefined) throw new TemplateProblem("What is not there has no JSON.");
  const text = JSON.stringify(value);
  return text.replace(
    /[<>&'\u007f-\uffff]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
