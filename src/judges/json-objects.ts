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

export function endOfString(text: string, start: number): number {
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
