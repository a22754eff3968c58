import { endOfString } from "./json-objects.ts";

/** True where some object of a JSON text names a key twice; `JSON.parse` would silently take the last. */
export function hasTwinKeys(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at];
    const end = sign === '"' ? endOfString(text, at) : at + 1;
    const keys = open.at(-1);
    if (sign === "{") open.push(new Set());
    else if (sign === "[") open.push(undefined);
    else if (sign === "}" || sign === "]") open.pop();
    else if (sign === '"' && isKey(text, end) && isTwin(keys, text.slice(at, end))) return true;
    at = end;
  }
  return false;
}

function isTwin(keys: Set<string> | undefined, quoted: string): boolean {
  // two spellings of one key are one key
  const key = String(JSON.parse(quoted));
  if (keys === undefined || keys.has(key)) return keys !== undefined;
  keys.add(key);
  return false;
}

/** A string is a key when a colon follows. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return text[at] === ":";
}
