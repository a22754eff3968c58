import { type JsonMember, membersOf } from "./json-members.ts";
import { skipBlank, skipComment, skipString, skipValue } from "./json-skip.ts";
import { parseJsonText } from "./json-text.ts";

const WIDTH = 100;

/**
 * A JSON text laid out by one rule, with its comments: two spaces a level, and what stood in one line and fits stays in it.
 * Commas that stand too many are left out. The text must be well formed.
 */
export function formatJson(text: string): string {
  parseJsonText(text);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const plain = text.replaceAll("\r\n", "\n");
  const start = skipBlank(plain, 0);
  const end = skipValue(plain, start);
  const lines = [
    ...commentsIn(plain, 0, start).map((each) => each.text),
    valueText(plain, start, ""),
    ...commentsIn(plain, end, plain.length).map((each) => each.text),
  ];
  return `${lines.join("\n")}\n`.replaceAll("\n", eol);
}

interface Comment {
  readonly text: string;
  /** Stands in the line of what is before it. */
  readonly sameLine: boolean;
  /** A blank line stands before it. */
  readonly apart: boolean;
}

function commentsIn(text: string, from: number, to: number): readonly Comment[] {
  const comments: Comment[] = [];
  let at = from;
  let broken = 0;
  while (at < to) {
    const after = skipComment(text, at);
    if (after === at) {
      if (text[at] === "\n") broken += 1;
      at += 1;
      continue;
    }
    const comment = text.slice(at, Math.min(after, to)).trimEnd();
    comments.push({ text: comment, sameLine: broken === 0, apart: broken > 1 });
    broken = 0;
    // what follows a line comment is a new line in any case
    at = after;
  }
  return comments;
}

function valueText(text: string, start: number, margin: string): string {
  const open = text[start];
  const end = skipValue(text, start);
  if (open !== "{" && open !== "[") return text.slice(start, end);
  const members = membersOf(text, start);
  const close = open === "{" ? "}" : "]";
  if (members.length === 0 && commentsIn(text, start + 1, end - 1).length === 0)
    return open + close;
  const short = inOneLine(text, start, members);
  if (short !== undefined && margin.length + short.length <= WIDTH) return short;
  const inner = `${margin}  `;
  const lines = entryLines(text, { start, end, members }, inner);
  return `${open}\n${lines.map((line) => (line === "" ? "" : inner + line)).join("\n")}\n${margin}${close}`;
}

/** Undefined for what was laid out over several lines, or has comments. */
function inOneLine(
  text: string,
  start: number,
  members: readonly JsonMember[],
): string | undefined {
  const source = text.slice(start, skipValue(text, start));
  if (source.includes("\n") || commentsWithin(source)) return undefined;
  const entries = members.map((member) => {
    const value = shortValue(text, member.start);
    return typeof member.key === "number" ? value : `${keyOf(text, member)}: ${value}`;
  });
  return text[start] === "{" ? `{ ${entries.join(", ")} }` : `[${entries.join(", ")}]`;
}

function shortValue(text: string, start: number): string {
  if (text[start] !== "{" && text[start] !== "[") return text.slice(start, skipValue(text, start));
  const members = membersOf(text, start);
  if (members.length === 0) return text[start] === "{" ? "{}" : "[]";
  return inOneLine(text, start, members) ?? "";
}

function commentsWithin(source: string): boolean {
  for (let at = 0; at < source.length; ) {
    if (source[at] === '"') at = skipString(source, at);
    else if (skipComment(source, at) !== at) return true;
    else at += 1;
  }
  return false;
}

interface Container {
  readonly start: number;
  readonly end: number;
  readonly members: readonly JsonMember[];
}

/** The entries and the comments between them, a line each; an entry of several lines is one. */
function entryLines(text: string, { start, end, members }: Container, margin: string): string[] {
  const lines: string[] = [];
  const put = ({ text: comment, apart }: Comment) => {
    if (apart && lines.length > 0) lines.push("");
    lines.push(comment);
  };
  const first = members[0]?.from ?? end - 1;
  for (const comment of commentsIn(text, start + 1, first)) put(comment);
  for (const [place, member] of members.entries()) {
    const until = members[place + 1]?.from ?? end - 1;
    const { lead, entry } = entryOf(text, member, margin);
    lines.push(...lead);
    const comments = commentsIn(text, member.end, until);
    const beside = takeBeside(comments);
    const comma = place < members.length - 1 ? "," : "";
    lines.push([`${entry}${comma}`, ...beside.map((each) => each.text)].join(" "));
    for (const comment of comments.slice(beside.length)) put(comment);
    if (comma !== "" && isApart(text, member, until)) lines.push("");
  }
  return lines;
}

/** Comments of an entry's own line; nothing can follow one that ends with its line. */
function takeBeside(comments: readonly Comment[]): readonly Comment[] {
  const beside: Comment[] = [];
  for (const comment of comments) {
    const last = beside.at(-1)?.text ?? "/*";
    if (!comment.sameLine || !last.startsWith("/*") || last.includes("\n")) break;
    beside.push(comment);
  }
  return beside;
}

/** A blank line directly before the next entry stays. */
function isApart(text: string, { end }: JsonMember, until: number): boolean {
  return /\n[ \t]*\n[ \t]*$/.test(text.slice(end, until));
}

function entryOf(
  text: string,
  member: JsonMember,
  margin: string,
): { readonly lead: readonly string[]; readonly entry: string } {
  const value = valueText(text, member.start, margin);
  if (typeof member.key === "number") return { lead: [], entry: value };
  const key = keyOf(text, member);
  const comments = commentsIn(text, member.from + key.length, member.start).map(
    (each) => each.text,
  );
  return { lead: comments, entry: `${key}: ${value}` };
}

function keyOf(text: string, { from }: JsonMember): string {
  return text.slice(from, skipString(text, from));
}
