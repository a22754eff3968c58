import { pythonStrip } from "../core/python-space.ts";
import { TemplateProblem, type TemplateValue, textOfValue } from "./template-value.ts";

type Argument = string | number | boolean | undefined;

/** An argument by its name, else by its place. */
type Given = (place: number, name: string) => Argument;

type Filter = (value: TemplateValue | undefined, given: Given) => TemplateValue | undefined;

/** One filter behind a value, such as `replace("a", "b")`. */
export function templateFilter(
  source: string,
): (value: TemplateValue | undefined) => TemplateValue | undefined {
  const [, name = "", , list] = /^([A-Za-z_]\w*)\s*(\(([\s\S]*)\))?$/.exec(source.trim()) ?? [];
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (filter === undefined) {
    throw new TemplateProblem(
      `There is no filter "${source.trim()}" here; there are ${Object.keys(filters).join(", ")}.`,
    );
  }
  const given = readArguments(list ?? "");
  // what it cannot be asked for is told now, not in the middle of a conversation
  filter("", given);
  return (value) => filter(value, given);
}

/** Cuts at a letter that stands outside of quotes and brackets. */
export function splitOutside(source: string, letter: string): readonly string[] {
  const pieces = [""];
  let depth = 0;
  for (const [token] of source.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\s\S]/g)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (token === letter && depth === 0) pieces.push("");
    else pieces.push(`${pieces.pop() ?? ""}${token}`);
  }
  return pieces;
}

function readArguments(list: string): Given {
  const byPlace: Argument[] = [];
  const byName = new Map<string, Argument>();
  for (const source of list.trim() === "" ? [] : splitOutside(list, ",")) {
    const [, name, value = source] = /^\s*([A-Za-z_]\w*)\s*=(?!=)([\s\S]*)$/.exec(source) ?? [];
    if (name === undefined) byPlace.push(literal(value.trim()));
    else byName.set(name, literal(value.trim()));
  }
  return (place, name) => (byName.has(name) ? byName.get(name) : byPlace[place]);
}

function literal(source: string): Argument {
  if (/^-?\d+(\.\d+)?$/.test(source)) return Number(source);
  if (/^(true|false)$/i.test(source)) return source.toLowerCase() === "true";
  if (/^none$/i.test(source)) return undefined;
  const [, quote, text] = /^(["'])([\s\S]*)\1$/.exec(source) ?? [];
  if (quote === undefined || text === undefined) {
    throw new TemplateProblem(`${source} is no text, number or truth value.`);
  }
  return text.replace(/\\([\s\S])/g, (_, each: string) => escapes[each] ?? each);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/** Jinja's own, as far as they make sense for texts and lists of texts. */
const filters: Readonly<Record<string, Filter>> = {
  // persona texts are filled in beforehand, and nothing else may be a template
  render_string_filter: (value) => value,
  safe: (value) => value,
  string: onText((text) => text),
  trim: onText((text, given) => trimmed(text, given(0, "chars"))),
  upper: onText((text) => text.toUpperCase()),
  lower: onText((text) => text.toLowerCase()),
  capitalize: onText(capitalized),
  title: onText((text) => text.replace(/[^-\s({[<]+/g, capitalized)),
  replace: onText((text, given) => replaced(text, given)),
  default: defaulted,
  d: defaulted,
  length: (value) => String(isList(value) ? value.length : lettersOf(textOfValue(value)).length),
  count: (value) => String(isList(value) ? value.length : lettersOf(textOfValue(value)).length),
  wordcount: onText((text) => String(text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0)),
  first: (value) => itemsOf(value)[0] ?? "",
  last: (value) => itemsOf(value).at(-1) ?? "",
  reverse: (value) =>
    isList(value) ? value.toReversed() : lettersOf(textOfValue(value)).reverse().join(""),
  join: (value, given) =>
    itemsOf(value)
      .map(textOfValue)
      .join(String(given(0, "d") ?? "")),
  indent: onText(indented),
  truncate: onText(truncated),
  center: onText((text, given) => centred(text, Number(given(0, "width") ?? 80))),
  escape: onText(escaped),
  e: onText(escaped),
  striptags: onText((text) =>
    text
      .replace(/<!--[\s\S]*?-->|<[^>]*>/g, "")
      .split(/\s+/)
      .filter(Boolean)
      .join(" "),
  ),
  tojson: (value) => JSON.stringify(isList(value) ? value.map(textOfValue) : textOfValue(value)),
};

function onText(change: (text: string, given: Given) => string): Filter {
  return (value, given) => change(textOfValue(value), given);
}

function isList(value: TemplateValue | undefined): value is readonly TemplateValue[] {
  return Array.isArray(value);
}

/** Python counts code points. */
function lettersOf(text: string): string[] {
  return Array.from(text);
}

function itemsOf(value: TemplateValue | undefined): readonly TemplateValue[] {
  return isList(value) ? value : lettersOf(textOfValue(value));
}

function capitalized(text: string): string {
  const [first = "", ...rest] = lettersOf(text);
  return first.toUpperCase() + rest.join("").toLowerCase();
}

function trimmed(text: string, chars: Argument): string {
  if (chars === undefined) return pythonStrip(text);
  const set = new Set(lettersOf(String(chars)));
  const letters = lettersOf(text);
  const start = letters.findIndex((each) => !set.has(each));
  const end = letters.findLastIndex((each) => !set.has(each));
  return start === -1 ? "" : letters.slice(start, end + 1).join("");
}

function replaced(text: string, given: Given): string {
  const [from, to, count] = [given(0, "old"), given(1, "new"), given(2, "count")];
  if (from === undefined || to === undefined) {
    throw new TemplateProblem('The filter replace needs two texts: replace("a", "b").');
  }
  const pieces = text.split(String(from));
  const most = typeof count === "number" && count >= 0 ? count : Number.POSITIVE_INFINITY;
  return pieces.reduce(
    (done, piece, at) => done + (at <= most ? String(to) : String(from)) + piece,
  );
}

function defaulted(value: TemplateValue | undefined, given: Given): TemplateValue {
  const isEmpty =
    value === undefined || (given(1, "boolean") === true && textOfValue(value) === "");
  return isEmpty ? String(given(0, "default_value") ?? "") : value;
}

function indented(text: string, given: Given): string {
  const width = given(0, "width") ?? 4;
  const space = typeof width === "number" ? " ".repeat(Math.max(0, width)) : String(width);
  const [first = "", ...rest] = text.split("\n");
  const blank = given(2, "blank") === true;
  const lines = rest.map((line) => (line === "" && !blank ? line : space + line));
  return [given(1, "first") === true ? space + first : first, ...lines].join("\n");
}

function truncated(text: string, given: Given): string {
  const length = Number(given(0, "length") ?? 255);
  const end = String(given(2, "end") ?? "...");
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
