import type { JsonPath } from "../schema/parse-context.ts";
import { skipBlank, skipString, skipValue } from "./json-skip.ts";

/** One entry of a list or an object, where it stands in the text. */
export interface JsonMember {
  readonly key: string | number;
  /** Where the entry begins: at its key, or at its value in a list. */
  readonly from: number;
  /** The value alone. */
  readonly start: number;
  readonly end: number;
  /** Where the comma after it stands, if there is one. */
  readonly comma?: number | undefined;
}

/** The entries of the list or object that begins at `open`, in a text that is known to be well formed. */
export function membersOf(text: string, open: number): readonly JsonMember[] {
  const isList = text[open] === "[";
  const members: JsonMember[] = [];
  let at = skipBlank(text, open + 1);
  while (at < text.length && text[at] !== "]" && text[at] !== "}") {
    const from = at;
    let key: string | number = members.length;
    if (!isList) {
      at = skipString(text, at);
      key = JSON.parse(text.slice(from, at)) as string;
      at = skipBlank(text, skipBlank(text, at) + 1);
    }
    const start = at;
    const end = skipValue(text, at);
    at = skipBlank(text, end);
    const comma = text[at] === "," ? at : undefined;
    members.push({ key, from, start, end, comma });
    if (comma !== undefined) at = skipBlank(text, comma + 1);
  }
  return members;
}

/** Where the value of a path begins and ends; of a key that stands twice it is the last, which is the one that is read. */
export function findValue(
  text: string,
  path: JsonPath,
): { readonly start: number; readonly end: number } | undefined {
  let start = skipBlank(text, 0);
  for (const key of path) {
    if (text[start] !== "{" && text[start] !== "[") return undefined;
    const found = membersOf(text, start).findLast((each) => each.key === key);
    if (found === undefined) return undefined;
    start = found.start;
  }
  return { start, end: skipValue(text, start) };
}
