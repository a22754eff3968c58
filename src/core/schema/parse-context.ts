import type { StandardResult, StandardSchema } from "./standard-schema.ts";

/**
 * One description of a JSON form that people and programs write: it reads, checks, writes and publishes it.
 * Reading takes snake_case and camelCase and gives camelCase; writing gives snake_case in the declared order.
 * It is a Standard Schema as well. See docs/decisions/0006 and 0024.
 */
export interface Schema<T> extends SchemaParts<T>, StandardSchema<unknown, T> {}

/** What a schema of its own kind says; `makeSchema` adds the rest. */
export interface SchemaParts<T> {
  /** For messages: "a number", "a list". */
  readonly expected: string;
  /** Reports what is wrong to `reading`; the value returned then means nothing. */
  read(value: unknown, context: ParseContext): T;
  write(value: T, mode: WriteMode): unknown;
  /** JSON Schema, for editors. */
  jsonSchema(): JsonSchema;
}

/**
 * "lean" leaves out what is unset, null or a default, as ADK writes eval sets; "given" does too, but keeps what is empty and
 * was given, where that means something to us; "full" writes everything, as ADK writes results; "http" writes everything but
 * what is null, in the other spelling, as ADK answers over HTTP.
 */
export type WriteMode = "lean" | "given" | "full" | "http";
export type JsonSchema = Readonly<Record<string, unknown>>;
export type JsonPath = readonly (string | number)[];

/** A mistake, or a remark, at a place of the value that was read. */
export interface SchemaProblem {
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Whether the key or the value is to be pointed at. */
  readonly mark: "key" | "value";
}

/** What reading collects on its way. */
export class ParseContext {
  readonly path: (string | number)[] = [];
  /** What messages call the value that is read. */
  readonly whole: string;
  readonly problems: SchemaProblem[] = [];
  /** Things that are allowed and probably not meant. */
  readonly warnings: SchemaProblem[] = [];
  /** Forms that we read and ADK refuses. */
  readonly adkIncompatibilities: SchemaProblem[] = [];
  /** What was left out and stands for a default, kept for those who ask for it by giving a list. */
  defaults?: { readonly path: JsonPath; readonly value: unknown }[] | undefined;

  constructor(whole = "The file") {
    this.whole = whole;
  }

  problem(message: string, options: { hint?: string; mark?: "key" | "value" } = {}): void {
    this.problems.push(this.#at(message, options));
  }

  warn(message: string, options: { hint?: string; mark?: "key" | "value" } = {}): void {
    this.warnings.push(this.#at(message, options));
  }

  shorthand(message: string): void {
    this.adkIncompatibilities.push(this.#at(message, {}));
  }

  /** Reads a part of the value under its key. */
  within<T>(key: string | number, schema: Schema<T>, value: unknown): T {
    this.path.push(key);
    const result = schema.read(value, this);
    this.path.pop();
    return result;
  }

  #at(message: string, options: { hint?: string; mark?: "key" | "value" }): SchemaProblem {
    return { path: [...this.path], message, hint: options.hint, mark: options.mark ?? "value" };
  }
}

/** A schema from what it reads and writes, made a Standard Schema. */
export function makeSchema<T>(parts: SchemaParts<T>): Schema<T> {
  const validate = (value: unknown) => validateBy(parts, value);
  const standard = Object.freeze({ version: 1, vendor: "assay", validate } as const);
  return Object.freeze({ ...parts, "~standard": standard });
}

function validateBy<T>(parts: SchemaParts<T>, value: unknown): StandardResult<T> {
  const context = new ParseContext("The value");
  const read = parts.read(value, context);
  if (context.problems.length === 0) return { value: read };
  const issues = context.problems.map(({ message, hint, path }) => ({
    message: hint === undefined ? message : `${message} ${hint}`,
    path,
  }));
  return { issues };
}

/** How people write a path: `eval_cases[2].conversation[0]`. */
export function pathText(path: JsonPath): string {
  return path
    .map((key, place) => (typeof key === "number" ? `[${key}]` : place === 0 ? key : `.${key}`))
    .join("");
}

/** A value in a message: short, and its kind visible. */
export function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : "an array";
  if (isObject(value)) return Object.keys(value).length === 0 ? "an empty object" : "an object";
  // JSON would call NaN and Infinity null, and has no words for a function or a bigint
  const isJson = typeof value === "string" || JSON.isRawJSON(value);
  if (typeof value === "function") return "a function";
  const text = isJson ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
  );
}

/** Reports a value of the wrong kind. */
export function refuse(context: ParseContext, expected: string, value: unknown): undefined {
  const where = context.path.length === 0 ? context.whole : pathText(context.path);
  const hint = hintAbout(expected, value);
  context.problem(`${where} is ${shown(value)}; ${expected} was expected.`, { hint });
  return undefined;
}

/** What the writer of a value of the wrong kind most likely has to do. */
function hintAbout(expected: string, value: unknown): string {
  if (value === null) return "Leave the key out instead.";
  const isScalar = typeof value === "number" || typeof value === "boolean" || JSON.isRawJSON(value);
  if (expected === "a string" && isScalar) return `Put it in double quotes: "${shown(value)}".`;
  if (typeof value === "string") {
    const isNumber =
      expected.endsWith("number") && value.trim() !== "" && !Number.isNaN(Number(value));
    const isBoolean = expected === "a boolean" && (value === "true" || value === "false");
    if (isNumber || isBoolean) return "Remove the quotes.";
  }
  const example = examples[expected];
  return example === undefined ? `Write ${expected} here.` : `Write, for example, ${example}.`;
}

const examples: Readonly<Record<string, string>> = {
  "a string": '"…"',
  "a number": "0.5",
  "a whole number": "3",
  "a boolean": "true",
  "an array": "[ … ]",
  "an object": "{ … }",
};
