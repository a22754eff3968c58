/** Something that we read and strict JSON does not know. */
export interface JsonExtension {
  readonly offset: number;
  readonly end: number;
  readonly what: "comment" | "trailing comma";
}

/** A mistake in the syntax of a JSON text. */
export class JsonSyntaxError extends Error {
  readonly start: number;
  readonly end: number;
  readonly hint: string;

  constructor(message: string, hint: string, span: { start: number; end: number }) {
    super(message);
    this.hint = hint;
    this.start = span.start;
    this.end = span.end;
  }
}

const words: Readonly<Record<string, string>> = {
  True: "true",
  False: "false",
  None: "null",
  undefined: "null",
  nil: "null",
  TRUE: "true",
  FALSE: "false",
  NULL: "null",
};

/** What is wrong with a word that stands where a value should. */
export function aboutWord(word: string, start: number): JsonSyntaxError {
  const span = { start, end: start + word.length };
  const bare = word.replace(/^[+-]/, "");
  if (bare === "NaN" || bare === "Infinity") {
    return new JsonSyntaxError(
      `${word} is not a number in JSON.`,
      "Write a number, or null.",
      span,
    );
  }
  if (Object.hasOwn(words, word)) {
    return new JsonSyntaxError(`${word} is not a value in JSON.`, `Write ${words[word]}.`, span);
  }
  if (/^[+-]?[.\d]/.test(word)) {
    return new JsonSyntaxError(`${word} is not a number in JSON.`, aboutNumber(word), span);
  }
  return aboutCharacter(word, span);
}

function aboutNumber(word: string): string {
  if (/^[+-]?\d/.test(word) && Number.isNaN(Number(word))) {
    return "If it is a string, put it in double quotes.";
  }
  return "Write it with digits on both sides of the point, without a plus and without leading zeros.";
}

function aboutCharacter(word: string, span: { start: number; end: number }): JsonSyntaxError {
  const [first] = word;
  if (first === "'" || first === "`") {
    return new JsonSyntaxError(
      "A text stands in other quotes.",
      'JSON wants double quotes: "…".',
      span,
    );
  }
  if (first !== undefined && /[“”„«»‘’]/.test(first)) {
    return new JsonSyntaxError(
      "A text stands in typographic quotes.",
      'Write straight ones: "…". Word processors and PDF files change them.',
      { start: span.start, end: span.start + 1 },
    );
  }
  if (/^[\p{L}_$]/u.test(word)) {
    return new JsonSyntaxError(
      `${word.slice(0, 40)} is not a value in JSON.`,
      "If it is a string, put it in double quotes.",
      span,
    );
  }
  return new JsonSyntaxError(
    `${JSON.stringify(first ?? "")} is not expected here.`,
    "A string, a number, true, false, null, an array or an object is.",
    { start: span.start, end: span.start + 1 },
  );
}
