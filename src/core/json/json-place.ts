import type { Place, Problem } from "../errors.ts";
import { type JsonPath, pathText, type SchemaProblem } from "../schema/parse-context.ts";
import { Lines, type Span } from "./excerpt.ts";
import { skipBlank, skipString, skipValue } from "./json-skip.ts";

interface PlaceOptions {
  readonly file?: string | undefined;
  readonly mark: "key" | "value";
}

/** Where in a JSON text the value, or the key, of a path stands. */
export function placeOf(text: string, path: JsonPath, options: PlaceOptions): Place {
  return locateProblems(text, [{ path, message: "", mark: options.mark }], options.file)[0]
    ?.place as Place;
}

/** Where a piece of a text stands. */
export function placeAt(lines: Lines, span: Span, options: { file?: string | undefined }): Place {
  return { file: options.file, ...lines.at(span.start), excerpt: lines.excerpt(span) };
}

/** Gives the remarks of a reading their places in the text that was read. */
export function locateProblems(
  text: string,
  problems: readonly SchemaProblem[],
  file?: string,
): readonly Problem[] {
  if (problems.length === 0) return [];
  const lines = new Lines(text);
  const spans = spansOf(text, problems);
  return problems.map(({ path, message, hint }, index) => ({
    message,
    hint,
    place: {
      ...placeAt(lines, spans[index] as Span, { file }),
      path: path.length === 0 ? undefined : pathText(path),
    },
  }));
}

/** Where the keys or values of paths stand in a JSON text, which is walked once for all of them. */
export function spansOf(
  text: string,
  wanted: readonly { readonly path: JsonPath; readonly mark: "key" | "value" }[],
): readonly Span[] {
  const root: Branch = {};
  for (const { path } of wanted) plant(root, path);
  walk(text, skipBlank(text, 0), root);
  return wanted.map(({ path, mark }) => spanOf(root, path, mark));
}

/** One place that is looked for, and those within it. */
interface Branch {
  within?: Map<string | number, Branch>;
  key?: Span;
  value?: Span;
}

function plant(root: Branch, path: JsonPath): void {
  let branch = root;
  for (const key of path) {
    branch.within ??= new Map();
    let next = branch.within.get(key);
    if (next === undefined) {
      next = {};
      branch.within.set(key, next);
    }
    branch = next;
  }
}

/** The deepest part of the path that is there. */
function spanOf(root: Branch, path: JsonPath, mark: "key" | "value"): Span {
  let branch = root;
  let depth = 0;
  for (const key of path) {
    const next = branch.within?.get(key);
    if (next?.value === undefined) break;
    branch = next;
    depth += 1;
  }
  const value = branch.value ?? { start: 0, end: 1 };
  return mark === "key" || depth < path.length ? (branch.key ?? value) : value;
}

/** Visits what is looked for within the value at `start`; gives the offset after it. */
function walk(text: string, start: number, branch: Branch): number {
  const open = text[start];
  const end =
    branch.within === undefined || (open !== "{" && open !== "[")
      ? skipValue(text, start)
      : walkInto(text, start, branch.within);
  // of an object or a list, its first character is mark enough
  branch.value = { start, end: open === "{" || open === "[" ? start + 1 : end };
  return end;
}

function walkInto(text: string, start: number, within: Map<string | number, Branch>): number {
  const isList = text[start] === "[";
  let at = skipBlank(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "]" && text[at] !== "}"; index += 1) {
    let key: string | number = index;
    let span: Span | undefined;
    if (!isList) {
      span = { start: at, end: skipString(text, at) };
      key = keyText(text.slice(span.start, span.end));
      at = skipBlank(text, skipBlank(text, span.end) + 1);
    }
    const branch = within.get(key);
    if (branch === undefined) at = skipValue(text, at);
    else {
      if (span !== undefined) branch.key = span;
      at = walk(text, at, branch);
    }
    at = skipBlank(text, at);
    if (text[at] === ",") at = skipBlank(text, at + 1);
  }
  return at + 1;
}

function keyText(quoted: string): string {
  return quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
}
