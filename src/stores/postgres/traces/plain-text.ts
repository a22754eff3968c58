const ESCAPED = "\uf8ff";

/** A name as a column holds it: PostgreSQL takes no NUL, and no half of a surrogate pair. */
export function toPlain(text: string): string {
  const isPlain = !text.includes("\0") && text.isWellFormed() && !text.startsWith(ESCAPED);
  return isPlain ? text : ESCAPED + JSON.stringify(text).replaceAll("\0", "\\u0000");
}

export function fromPlain(text: string): string {
  return text.startsWith(ESCAPED) ? (JSON.parse(text.slice(1)) as string) : text;
}

export function toPlainOrNull(text: string | undefined | null): string | null {
  return text == null ? null : toPlain(text);
}
