import { isClosing, isOpening, skipComment, skipString, skipWord } from "./json-skip.ts";
import { aboutHalf, aboutString } from "./json-string-error.ts";
import { aboutWord, type JsonExtension, JsonSyntaxError } from "./json-syntax-error.ts";
import { wrappedComment } from "./wrapped-comment.ts";

/** ADK's reader gives up somewhere between 120 and 300 levels. */
export const deepest = 200;

/**
 * Walks a JSON text with comments and trailing commas. Throws a `JsonSyntaxError` at the first thing that is neither;
 * gives the comments and commas, so that they can be blanked out. `firstLine` is for a piece of a longer file.
 */
export function checkJson(text: string, firstLine = 1): readonly JsonExtension[] {
  const checker = new Checker(text, firstLine);
  try {
    return checker.check();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw wrappedComment(text, checker.extensions, error) ?? error;
  }
}

class Checker {
  readonly #text: string;
  readonly #firstLine: number;
  /** Those that were met so far. */
  readonly extensions: JsonExtension[] = [];
  #at = 0;
  #depth = 0;

  constructor(text: string, firstLine: number) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  check(): readonly JsonExtension[] {
    this.#blank();
    if (this.#at >= this.#text.length) {
      throw this.#mistake("The file is empty.", "Expected a JSON object.", { start: 0 });
    }
    this.#value();
    this.#blank();
    if (this.#at < this.#text.length) {
      throw this.#mistake(
        "There is something after the end of the JSON value.",
        "Is there a bracket too many before it, or one missing at the start?",
      );
    }
    return this.extensions;
  }

  #value(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code === 34) this.#string();
    else if (isOpening(code)) this.#nested(code === 91 ? "list" : "object");
    else this.#word();
  }

  #nested(kind: "list" | "object"): void {
    const start = this.#at;
    this.#depth += 1;
    if (this.#depth > deepest) {
      throw this.#mistake(
        `The file is nested deeper than ${deepest} levels.`,
        "Nothing that people write is; ADK refuses it too.",
      );
    }
    this.#at += 1;
    this.#blank();
    while (!this.#closes(kind, start)) {
      if (kind === "object") this.#key();
      this.#value();
      this.#comma(kind, start);
    }
    this.#depth -= 1;
  }

  /** Whether the list or object ends here; the wrong bracket and the end of the file are reported. */
  #closes(kind: "list" | "object", start: number): boolean {
    const code = this.#text.charCodeAt(this.#at);
    if (this.#at >= this.#text.length) throw this.#endsInside(kind, start);
    if (!isClosing(code)) return false;
    if (code !== (kind === "list" ? 93 : 125)) {
      const wanted = kind === "list" ? "]" : "}";
      throw this.#mistake(
        `"${this.#text[this.#at]}" cannot close the ${kind} that began in line ${this.#line(start)}.`,
        `Write "${wanted}" first, or see whether a bracket is missing before it.`,
      );
    }
    this.#at += 1;
    return true;
  }

  #key(): void {
    if (this.#text.charCodeAt(this.#at) !== 34) throw this.#notAKey();
    this.#string();
    this.#blank();
    if (this.#text[this.#at] !== ":") {
      throw this.#mistake("A colon is missing after the key.", 'Write "key": value.');
    }
    this.#at += 1;
    this.#blank();
    if (this.#text[this.#at] === "," || isClosing(this.#text.charCodeAt(this.#at))) {
      throw this.#mistake("The value of a key is missing.", "Write one, or remove the key.");
    }
  }

  #notAKey(): JsonSyntaxError {
    if (this.#text[this.#at] === ",") return this.#commaTooMany();
    const end = skipWord(this.#text, this.#at);
    const word = this.#text.slice(this.#at, end);
    if (/^[“”„«»‘’]/.test(word)) return aboutWord(word, this.#at);
    return /^[\p{L}_$'`]/u.test(word)
      ? this.#mistake(
          "A key is not in double quotes.",
          `Write ${JSON.stringify(word.replace(/^['`]|['`]$/g, ""))}.`,
          { end },
        )
      : this.#mistake("A key in double quotes is expected here.", 'Write "key": value.');
  }

  /** After a value: a comma and the next one, a comma too many, or the end. */
  #comma(kind: "list" | "object", start: number): void {
    this.#blank();
    if (this.#at >= this.#text.length) throw this.#endsInside(kind, start);
    const code = this.#text.charCodeAt(this.#at);
    if (isClosing(code)) return;
    if (code !== 44) {
      throw this.#mistake("A comma is missing before this.", "Put one after the value above.");
    }
    const offset = this.#at;
    this.#at += 1;
    this.#blank();
    if (this.#text[this.#at] === ",") throw this.#commaTooMany();
    if (isClosing(this.#text.charCodeAt(this.#at))) {
      this.extensions.push({ offset, end: offset + 1, what: "trailing comma" });
    }
  }

  #commaTooMany(): JsonSyntaxError {
    return this.#mistake("There is a comma too many.", "Remove it.");
  }

  #string(): void {
    const start = this.#at;
    const end = skipString(this.#text, start);
    const quoted = this.#text.slice(start, end);
    // the engine checks a single string faster than we could
    if (!isString(quoted)) throw aboutString(this.#text, start);
    if (!(JSON.parse(quoted) as string).isWellFormed()) throw aboutHalf(this.#text, start);
    this.#at = end;
  }

  #word(): void {
    if (this.#text[this.#at] === ",") throw this.#commaTooMany();
    const start = this.#at;
    const word = this.#text.slice(start, skipWord(this.#text, start));
    if (word !== "true" && word !== "false" && word !== "null") {
      if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) {
        throw aboutWord(word, start);
      }
      if (!/^-?\d+$/.test(word) && !Number.isFinite(Number(word))) {
        throw this.#mistake(`${word} is too large for a number.`, "Write a smaller one.", {
          end: start + word.length,
        });
      }
    }
    this.#at = start + word.length;
  }

  #blank(): void {
    for (;;) {
      while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
      const end = skipComment(this.#text, this.#at);
      if (end === this.#at) return;
      if (this.#text.startsWith("/*", this.#at) && !this.#text.startsWith("*/", end - 2)) {
        throw this.#mistake("A comment is not closed.", 'Write "*/" at its end.');
      }
      this.extensions.push({ offset: this.#at, end, what: "comment" });
      this.#at = end;
    }
  }

  #endsInside(kind: "list" | "object", start: number): JsonSyntaxError {
    return this.#mistake(
      `The file ends inside the ${kind} that began in line ${this.#line(start)}.`,
      `Was it cut short? The ${kind} needs its "${kind === "list" ? "]" : "}"}".`,
      { start: Math.max(0, this.#text.trimEnd().length - 1) },
    );
  }

  #line(offset: number): number {
    return this.#text.slice(0, offset).split("\n").length + this.#firstLine - 1;
  }

  #mistake(
    message: string,
    hint: string,
    span: { start?: number; end?: number } = {},
  ): JsonSyntaxError {
    const start = span.start ?? this.#at;
    return new JsonSyntaxError(message, hint, { start, end: span.end ?? start + 1 });
  }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isString(quoted: string): boolean {
  try {
    return typeof JSON.parse(quoted) === "string";
  } catch {
    return false;
  }
}
