import type { ArgMatcher } from "../case-settings.ts";

/** How an argument that was recorded once should be compared from now on, and why. */
export interface Inferred {
  /** Undefined: it is compared as it is. */
  readonly matcher?: ArgMatcher | undefined;
  readonly why: string;
}

interface Heard {
  /** What the user said up to the call. */
  readonly said: string;
  /** What tools had answered before it, as text. */
  readonly answered: string;
}

/** What is another one in every run is not compared; what the user asked for is; what an agent words anew is by its meaning. */
export function inferMatcher(value: unknown, { said, answered }: Heard): Inferred {
  if (value === null || typeof value === "boolean") return { why: "one of a few values" };
  if (typeof value === "number") {
    if (isSaid(String(value), said)) return { why: "the user said it" };
    return { why: isSaid(String(value), answered) ? "number, from an earlier result" : "number" };
  }
  if (typeof value === "string") return ofText(value, { said, answered });
  return { why: "compared whole" };
}

const ignore = { ignore: true } as const;

function ofText(text: string, { said, answered }: Heard): Inferred {
  if (/\[secret [^\]]*\]/.test(text)) return { matcher: ignore, why: "a secret, removed" };
  if (text !== "" && isSaid(text, said)) return { why: "the user said it" };
  for (const { shape, why } of changing) if (shape.test(text)) return { matcher: ignore, why };
  const [, prefix] = /^([A-Za-z]{2,12}[_-])(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{5,}$/.exec(text) ?? [];
  if (prefix !== undefined) {
    return isSaid(text, answered)
      ? { matcher: ignore, why: "id, from an earlier result" }
      : { matcher: { regex: `^${prefix}\\w+$` }, why: "id with a fixed prefix" };
  }
  if (text.trim().split(/\s+/).length >= 3 || text.length > 60) {
    return { matcher: { semantic: true }, why: "free text" };
  }
  if (/^[A-Z]{2,3}$/.test(text)) return { why: `code of ${text.length} letters` };
  return { why: /\s/.test(text.trim()) ? "words" : "word" };
}

/** What looks like this is another one in every run. */
const changing: readonly { readonly shape: RegExp; readonly why: string }[] = [
  { shape: /^\d{4}-\d\d-\d\dT\d\d:\d\d/, why: "looks like a timestamp" },
  { shape: /^\d{4}-\d\d-\d\d$/, why: "looks like a date" },
  { shape: /^1[5-9]\d{8}(\d{3})?$/, why: "looks like a timestamp" },
  { shape: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, why: "looks like an id" },
  { shape: /^(?=.*\d)(?=.*[a-f])[0-9a-f]{12,}$/i, why: "looks like an id" },
  { shape: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, why: "e-mail address" },
];

/** As a word of its own, in whatever case. */
function isSaid(text: string, said: string): boolean {
  const at = said.toLowerCase().indexOf(text.toLowerCase());
  if (at < 0) return false;
  const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);
  return !isWord(said[at - 1]) && !isWord(said[at + text.length]);
}
