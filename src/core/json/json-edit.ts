import { isObject, type JsonPath } from "../schema/parse-context.ts";
import {
  endOfLine,
  type Layout,
  layoutAt,
  layoutFor,
  lineStart,
  printJson,
} from "./json-layout.ts";
import { findValue, type JsonMember, membersOf } from "./json-members.ts";
import { skipComment } from "./json-skip.ts";
import { parseJsonText } from "./json-text.ts";

/** A piece of a text, and what stands there afterwards. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text of a JSON file with another value at a path. Only what differs is touched: comments, order, spacing and line
 * ends of everything else stay as they are, and what is new looks like what stands beside it.
 */
export function editJson(text: string, path: JsonPath, value: unknown): string {
  const found = findValue(text, path);
  if (found === undefined) throw new Error(`there is nothing at ${path.join(".")} to be edited`);
  const before = parseJsonText(text.slice(found.start, found.end)).value;
  const edits: Edit[] = [];
  change({ text, edits, layout: layoutAt(text, found.start) }, { ...found, before }, value);
  return applied(text, edits);
}

interface Change {
  readonly text: string;
  readonly edits: Edit[];
  /** How a value that has to be written anew is laid out. */
  readonly layout: Layout;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly before: unknown;
}

function change({ text, edits, layout }: Change, place: Place, value: unknown): void {
  const { start, end, before } = place;
  if (sameJson(before, value)) return;
  const container = { text, open: start, end, edits };
  if (Array.isArray(before) && Array.isArray(value)) {
    changeList({ ...container, members: membersOf(text, start), before }, value);
  } else if (isObject(before) && isObject(value) && keepsSome(before, value)) {
    changeObject({ ...container, members: membersOf(text, start), before }, value);
  } else {
    edits.push({ start, end, text: printJson(value, layout) });
  }
}

function keepsSome(before: Readonly<Record<string, unknown>>, value: object): boolean {
  const keys = Object.keys(before);
  return keys.length === 0 || keys.some((key) => Object.hasOwn(value, key));
}

interface Container<T> {
  readonly text: string;
  readonly open: number;
  readonly end: number;
  readonly edits: Edit[];
  readonly members: readonly JsonMember[];
  readonly before: T;
}

function changeList(list: Container<readonly unknown[]>, value: readonly unknown[]): void {
  const { before, members } = list;
  const most = Math.min(before.length, value.length);
  let head = 0;
  while (head < most && sameJson(before[head], value[head])) head += 1;
  let tail = 0;
  while (tail < most - head && sameJson(before.at(-1 - tail), value.at(-1 - tail))) tail += 1;
  const both = most - head - tail;
  const layout = layoutFor(list.text, list.open, members);
  for (let place = head; place < head + both; place += 1) {
    const member = members[place] as JsonMember;
    change({ ...list, layout }, { ...member, before: before[place] }, value[place]);
  }
  const gone = members.slice(head + both, before.length - tail);
  const added = value.slice(head + both, value.length - tail);
  remove(list, new Set(gone));
  if (added.length > 0) {
    insert(
      list,
      added.map((each) => printJson(each, layout)),
      { after: head + both - 1, layout },
    );
  }
}

function changeObject(
  container: Container<Readonly<Record<string, unknown>>>,
  value: Readonly<Record<string, unknown>>,
): void {
  const { text, open, members, before, edits } = container;
  const layout = layoutFor(text, open, members);
  const gone = members.filter(({ key }) => !Object.hasOwn(value, key));
  for (const [key, each] of Object.entries(value)) {
    const member = members.findLast((one) => one.key === key);
    if (member === undefined) continue;
    change({ text, edits, layout }, { ...member, before: before[key] }, each);
  }
  const added = Object.keys(value).filter((key) => !Object.hasOwn(before, key));
  const said = added.map(
    (key) => `${JSON.stringify(key)}${layout.colon}${printJson(value[key], layout)}`,
  );
  remove(container, new Set(gone), said.length > 0);
  if (said.length > 0) {
    const after = members.findLastIndex((each) => !gone.includes(each));
    insert(container, said, { after, layout, isLast: true });
  }
}

/** Removes entries with their commas. */
function remove(
  { text, members, edits }: Pick<Container<unknown>, "text" | "members" | "edits">,
  gone: ReadonlySet<JsonMember>,
  moreFollows = false,
): void {
  if (gone.size === 0) return;
  for (const member of gone) edits.push(...removal(text, member));
  const last = members.findLast((each) => !gone.has(each));
  const hadTrailing = members.at(-1)?.comma !== undefined;
  if (moreFollows || hadTrailing || last?.comma === undefined) return;
  edits.push({ start: last.comma, end: last.comma + 1, text: "" });
}

/** With its lines where nothing else stands in them; a comment before the comma stays. */
function removal(text: string, { from, end, comma }: JsonMember): readonly Edit[] {
  const isClose = comma !== undefined && text.slice(end, comma).trim() === "";
  const close = isClose ? comma + 1 : end;
  const begin = lineStart(text, from);
  const until = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(close))?.[0].length;
  const lead = text.slice(begin, from);
  const more = comma === undefined || isClose ? [] : [{ start: comma, end: comma + 1, text: "" }];
  if (lead.trim() === "" && until !== undefined) {
    return [{ start: begin, end: close + until, text: "" }, ...more];
  }
  const start = lead.trim() === "" ? from : begin + lead.trimEnd().length;
  return [{ start, end: close, text: "" }, ...more];
}

interface Insertion {
  /** The place among the entries of the one before it; -1 is before all of them. */
  readonly after: number;
  readonly layout: Layout;
  /** Whether nothing that is kept follows, whatever stands there. */
  readonly isLast?: boolean | undefined;
}

function insert(
  { text, open, end, members, edits }: Container<unknown>,
  said: readonly string[],
  { after, layout, isLast }: Insertion,
): void {
  const { gap } = layout;
  const whole = said.join(`,${gap}`);
  const before = members[after];
  if (before === undefined) {
    const first = members[0];
    if (first === undefined) fill({ text, open, end, edits }, whole, layout);
    else edits.push({ start: first.from, end: first.from, text: `${whole},${gap}` });
    return;
  }
  const atEnd = isLast === true || after === members.length - 1;
  const trailing = members.at(-1)?.comma !== undefined;
  const close = before.comma === undefined ? before.end : before.comma + 1;
  if (before.comma === undefined) edits.push({ start: before.end, end: before.end, text: "," });
  const lined = /[\r\n]/.test(gap);
  const at = lined ? (endOfLine(text, close) ?? close) : close;
  edits.push({ start: at, end: at, text: `${gap}${whole}${!atEnd || trailing ? "," : ""}` });
}

/** The first entries of a list or object that has none; a comment in it stays above them. */
function fill(
  { text, open, end, edits }: Pick<Container<unknown>, "text" | "open" | "end" | "edits">,
  whole: string,
  { gap, close, pad }: Layout,
): void {
  let at = open + 1;
  for (let next = skipSpace(text, at); next < end - 1; next = skipSpace(text, at)) {
    const after = skipComment(text, next);
    at = text[after - 1] === "\r" ? after - 1 : after;
  }
  const rest = text.slice(at, end - 1);
  const lined = /[\r\n]/.test(gap);
  const hasBreak = /[\r\n]/.test(rest);
  const inner = text[open] === "{" && rest === "" ? pad : "";
  const lead = lined ? gap : at > open + 1 ? " " : inner;
  const tail = lined ? (hasBreak ? "" : close) : inner;
  edits.push({ start: at, end: at, text: lead + whole + tail });
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text[at] ?? "")) at += 1;
  return at;
}

function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = Math.max(from, edit.end);
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** Equal as JSON: the order of keys does not count, long integers go by their digits. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, place) => sameJson(each, b[place]));
  }
  if (!isObject(a) || !isObject(b)) return JSON.stringify(a) === JSON.stringify(b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
