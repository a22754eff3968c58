import type { StandardResult, StandardSchema } from "./standard-schema.ts";

/**
 * One description of a JSON form that people and programs write: it reads, checks, writes and publishes it.
 * Reading takes snake_case and camelCase and gives camelCase; writing gives snake_case in the declared order.
 * It is a Standard Schema as well. See docs/decisions/0006 and 0024.
 */
export interface Shape<T> extends ShapeParts<T>, StandardSchema<unknown, T> {}

/** What a shape of its own kind says; `makeShape` adds the rest. */
export interface ShapeParts<T> {
  /** For messages: "a number", "a list". */
  readonly called: string;
  /** Reports what is wrong to `reading`; the value returned then means nothing. */
  read(value: unknown, reading: Reading): T;
  write(value: T, mode: WriteMode): unknown;
  /** JSON Schema, for editors. */
  schema(): JsonSchema;
}

/**
 * "lean" leaves out what is unset, null or a default, as ADK writes eval sets; "given" does too, but keeps what is empty and
 * was given, where that means something to us; "full" writes everything, as ADK writes results.
 */
export type WriteMode = "lean" | "given" | "full";
export type JsonSchema = Readonly<Record<string, unknown>>;
export type JsonPath = readonly (string | number)[];

/** A mistake, or a remark, at a place of the value that was read. */
export interface ShapeProblem {
  readonly path: JsonPath;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Whether the key or the value is to be pointed at. */
  readonly mark: "key" | "value";
}

/** What reading collects on its way. */
export class Reading {
  readonly path: (string | number)[] = [];
  /** What messages call the value that is read. */
  readonly whole: string;
  readonly problems: ShapeProblem[] = [];
  /** Things that are allowed and probably not meant. */
  readonly warnings: ShapeProblem[] = [];
  /** Forms that we read and ADK refuses. */
  readonly beyondAdk: ShapeProblem[] = [];
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
    this.beyondAdk.push(this.#at(message, {}));
  }

  /** Reads a part of the value under its key. */
  within<T>(key: string | number, shape: Shape<T>, value: unknown): T {
    this.path.push(key);
    const result = shape.read(value, this);
    this.path.pop();
    return result;
  }

  #at(message: string, options: { hint?: string; mark?: "key" | "value" }): ShapeProblem {
    return { path: [...this.path], message, hint: options.hint, mark: options.mark ?? "value" };
  }
}

/** A shape from what it reads and writes, made a Standard Schema. */
export function makeShape<T>(parts: ShapeParts<T>): Shape<T> {
  const validate = (value: unknown) => validateBy(parts, value);
  return { ...parts, "~standard": { version: 1, vendor: "assay", validate } };
}

function validateBy<T>(parts: ShapeParts<T>, value: unknown): StandardResult<T> {
  const reading = new Reading("The value");
  const read = parts.read(value, reading);
  if (reading.problems.length === 0) return { value: read };
  const issues = reading.problems.map(({ message, hint, path }) => ({
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
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (isObject(value)) return Object.keys(value).length === 0 ? "an empty object" : "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
  );
}

/** Reports a value of the wrong kind. */
export function refuse(reading: Reading, called: string, value: unknown): undefined {
  const where = reading.path.length === 0 ? reading.whole : pathText(reading.path);
  const hint = hintAbout(called, value);
  reading.problem(`${where} is ${shown(value)}; ${called} was expected.`, { hint });
  return undefined;
}

/** What the writer of a value of the wrong kind most likely has to do. */
function hintAbout(called: string, value: unknown): string {
  if (value === null) return "Leave the key out instead.";
  const isScalar = typeof value === "number" || typeof value === "boolean" || JSON.isRawJSON(value);
  if (called === "a text" && isScalar) return `Put it in double quotes: "${shown(value)}".`;
  if (typeof value === "string") {
    const isNumber =
      called.endsWith("number") && value.trim() !== "" && !Number.isNaN(Number(value));
    const isBoolean = called === "true or false" && (value === "true" || value === "false");
    if (isNumber || isBoolean) return "Remove the quotes.";
  }
  const example = examples[called];
  return example === undefined ? `Write ${called} here.` : `Write, for example, ${example}.`;
}

const examples: Readonly<Record<string, string>> = {
  "a text": '"…"',
  "a number": "0.5",
  "a whole number": "3",
  "true or false": "true",
  "a list": "[ … ]",
  "an object": "{ … }",
};
