/** The JSON objects that stand anywhere in a text, outermost ones, in order; what does not parse is passed over. */
export function jsonObjectsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  let tries = 0;
  let at = text.indexOf("{");
  while (at !== -1 && tries < MOST_TRIES) {
    tries += 1;
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parsed(text.slice(at, end));
    if (value !== undefined && end !== undefined) found.push(value);
    at = text.indexOf("{", value === undefined || end === undefined ? at + 1 : end);
  }
  return found;
}

/** A reply of nothing but braces must not take for ever. */
const MOST_TRIES = 200;

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

/** One past the brace that closes the one at `start`; undefined when the text ends before. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === "{") depth += 1;
    else if (sign === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
