import { nearest } from "./nearest.ts";

/**
 * One description of a JSON form that people and programs write: it reads, checks, writes and publishes it.
 * Reading takes snake_case and camelCase and gives camelCase; writing gives snake_case in the declared order.
 * See docs/decisions/0006.
 */
export interface Shape<T> {
  /** For messages: "a number", "a list". */
  readonly called: string;
  /** Reports what is wrong to `reading`; the value returned then means nothing. */
  read(value: unknown, reading: Reading): T;
  write(value: T, mode: WriteMode): unknown;
  /** JSON Schema, for editors. */
  schema(): JsonSchema;
}

/** "lean" leaves out what is unset, null or a default, as ADK writes eval sets; "full" writes everything, as ADK writes results. */
export type WriteMode = "lean" | "full";
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
  readonly problems: ShapeProblem[] = [];
  /** Things that are allowed and probably not meant. */
  readonly warnings: ShapeProblem[] = [];
  /** Forms that we read and ADK refuses. */
  readonly beyondAdk: ShapeProblem[] = [];

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

function refuse(reading: Reading, called: string, value: unknown): undefined {
  const where = reading.path.length === 0 ? "The file" : pathText(reading.path);
  reading.problem(`${where} is ${shown(value)}; ${called} was expected.`);
  return undefined;
}

/** A form that is stored as it is read. */
export function plain<T>(
  called: string,
  accepts: (value: unknown) => value is T,
  schema: JsonSchema,
): Shape<T> {
  return {
    called,
    read: (value, reading) => (accepts(value) ? value : (refuse(reading, called, value) as T)),
    write: (value) => value,
    schema: () => schema,
  };
}

export const text = plain("a text", (value): value is string => typeof value === "string", {
  type: "string",
});

/** NaN and infinities are not JSON; a text or a boolean is not a number. */
export const number = plain(
  "a number",
  (value): value is number => typeof value === "number" && Number.isFinite(value),
  { type: "number" },
);

export const integer = plain(
  "a whole number",
  (value): value is number => Number.isSafeInteger(value),
  { type: "integer" },
);

export const boolean = plain(
  "true or false",
  (value): value is boolean => typeof value === "boolean",
  { type: "boolean" },
);

/** Any JSON value, kept as it is. */
export const anything = plain("a value", (value): value is unknown => value !== undefined, {});

/** Any JSON object, kept as it is. */
export const freeObject = plain("an object", isObject, { type: "object" });

export function choice<T extends string>(values: readonly T[]): Shape<T> {
  const called = `one of ${values.join(", ")}`;
  return plain(called, (value): value is T => values.includes(value as T), { enum: values });
}

export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  const called = "a list";
  return {
    called,
    read(value, reading) {
      if (!Array.isArray(value)) return refuse(reading, called, value) as never;
      return value.map((each, index) => reading.within(index, item, each));
    },
    write: (value, mode) => value.map((each) => item.write(each, mode)),
    schema: () => ({ type: "array", items: item.schema() }),
  };
}

/** An object whose keys are the user's own. */
export function record<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  const called = "an object";
  return {
    called,
    read(value, reading) {
      if (!isObject(value)) return refuse(reading, called, value) as never;
      return fromEntries(
        Object.entries(value).map(([key, each]) => [key, reading.within(key, item, each)]),
      );
    },
    write: (value, mode) =>
      fromEntries(Object.entries(value).map(([key, each]) => [key, item.write(each, mode)])),
    schema: () => ({ type: "object", additionalProperties: item.schema() }),
  };
}

/** Changes how a value is read, keeping how it is written; for shorthand and for checks beyond the type. */
export function reading<T>(
  shape: Shape<T>,
  read: (value: unknown, reading: Reading, inner: Shape<T>) => T,
  schema: () => JsonSchema = () => shape.schema(),
): Shape<T> {
  return {
    called: shape.called,
    read: (value, context) => read(value, context, shape),
    write: (value, mode) => shape.write(value, mode),
    schema,
  };
}

/** A shape that refers to itself or to one declared later. */
export function lazily<T>(called: string, shape: () => Shape<T>): Shape<T> {
  return {
    called,
    read: (value, context) => shape().read(value, context),
    write: (value, mode) => shape().write(value, mode),
    schema: () => shape().schema(),
  };
}

export interface Field<T> {
  readonly shape: Shape<unknown>;
  readonly presence: "required" | "optional" | "default";
  readonly fallback?: unknown;
  /** Only for types. */
  readonly type?: T;
}

/** Must be there, and not null. */
export function required<T>(shape: Shape<T>): Field<T> {
  return { shape: shape as Shape<unknown>, presence: "required" };
}

/** May be missing or null; both read as undefined. */
export function optional<T>(shape: Shape<T>): Field<T | undefined> {
  return { shape: shape as Shape<unknown>, presence: "optional" };
}

/** May be missing, not null. Left out again when a lean writer meets the default. */
export function withDefault<T>(shape: Shape<T>, fallback: T): Field<T> {
  return { shape: shape as Shape<unknown>, presence: "default", fallback };
}

export interface ObjectOptions {
  /** For messages: "an eval case". */
  readonly called: string;
  /** What happens to keys nobody declared: refused, or kept under `extras` and written back. */
  readonly unknown: "refuse" | "keep";
  /** Some of ADK's types know their snake_case names only. */
  readonly snakeOnly?: boolean | undefined;
}

type Fields<T> = { readonly [Key in keyof T]-?: Field<T[Key]> };

interface NamedField {
  readonly name: string;
  readonly snake: string;
  readonly field: Field<unknown>;
}

/** An object with declared fields. `extras` never is one of them. */
export function object<T extends object>(
  fields: Fields<Omit<T, "extras">>,
  options: ObjectOptions,
): Shape<T> {
  const named: NamedField[] = Object.entries(fields as Record<string, Field<unknown>>).map(
    ([name, field]) => ({ name, snake: snakeCase(name), field }),
  );
  const bySpelling = new Map<string, NamedField>();
  for (const each of named) {
    bySpelling.set(each.snake, each);
    if (options.snakeOnly !== true) bySpelling.set(each.name, each);
  }
  const knownKeys = named.map((each) => each.snake);

  return {
    called: options.called,
    read(value, context) {
      if (!isObject(value)) return refuse(context, options.called, value) as never;
      const result: Record<string, unknown> = {};
      const extras: Record<string, unknown> = {};
      let hasExtras = false;
      const seen = new Set<NamedField>();
      for (const key in value) {
        const found = bySpelling.get(key);
        if (found === undefined) {
          reportUnknownKey(context, key, knownKeys, options);
          setOwn(extras, key, value[key]);
          hasExtras = true;
        } else if (seen.has(found)) {
          reportBothSpellings(context, key, found);
        } else {
          seen.add(found);
          result[found.name] = readField(found, key, value[key], context);
        }
      }
      for (const each of named) if (!seen.has(each)) fillIn(each, result, context, options);
      if (hasExtras && options.unknown === "keep") result["extras"] = extras;
      return result as T;
    },
    write(value, mode) {
      const result: Record<string, unknown> = {};
      const source = value as Record<string, unknown>;
      for (const each of named) writeField(each, source[each.name], result, mode);
      const extras = source["extras"] as Record<string, unknown> | undefined;
      for (const [key, extra] of Object.entries(extras ?? {})) {
        if (extra !== null || mode === "full") setOwn(result, key, extra);
      }
      return result;
    },
    schema: () => objectSchema(named, options),
  };
}

/** A literal `__proto__` key is data like any other. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    target[key] = value;
  }
}

function fromEntries<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of entries) setOwn(result, key, value);
  return result as Record<string, T>;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function readField(found: NamedField, key: string, value: unknown, context: Reading): unknown {
  if (value === null && found.field.presence === "optional") return undefined;
  return context.within(key, found.field.shape, value);
}

function fillIn(
  { name, snake, field }: NamedField,
  result: Record<string, unknown>,
  context: Reading,
  options: ObjectOptions,
): void {
  if (field.presence === "default") result[name] = field.fallback;
  if (field.presence !== "required") return;
  const where = context.path.length === 0 ? "The file" : pathText(context.path);
  context.problem(`${where} has no "${snake}".`, {
    hint: `${options.called.replace(/^an? /, "").replace(/^./, (c) => c.toUpperCase())} needs one.`,
    mark: "key",
  });
}

function reportUnknownKey(
  context: Reading,
  key: string,
  known: readonly string[],
  options: ObjectOptions,
): void {
  const near = nearest(snakeCase(key), known);
  const hint = near === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean "${near}"?`;
  const where = context.path.length === 0 ? "The file" : pathText(context.path);
  context.path.push(key);
  if (options.unknown === "refuse") {
    context.problem(`${where} has no key "${key}".`, { hint, mark: "key" });
  } else if (near !== undefined && near !== key) {
    context.warn(`${where} has a key "${key}" that means nothing.`, { hint, mark: "key" });
  }
  context.path.pop();
}

function reportBothSpellings(context: Reading, key: string, { name, snake }: NamedField): void {
  const where = context.path.length === 0 ? "The file" : pathText(context.path);
  context.path.push(key);
  context.problem(`${where} has both "${snake}" and "${name}".`, {
    hint: "They are the same field; keep one of them.",
    mark: "key",
  });
  context.path.pop();
}

function writeField(
  { snake, field }: NamedField,
  value: unknown,
  result: Record<string, unknown>,
  mode: WriteMode,
): void {
  if (mode === "lean") {
    if (value === undefined || value === null) return;
    if (field.presence === "default" && sameDefault(value, field.fallback)) return;
  }
  result[snake] = value === undefined || value === null ? null : field.shape.write(value, mode);
}

function sameDefault(value: unknown, fallback: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && Array.isArray(fallback);
  if (isObject(value)) return Object.keys(value).length === 0 && isObject(fallback);
  return value === fallback;
}

function objectSchema(named: readonly NamedField[], options: ObjectOptions): JsonSchema {
  const nullable = (field: Field<unknown>) =>
    field.presence === "optional"
      ? { anyOf: [field.shape.schema(), { type: "null" }] }
      : field.shape.schema();
  const must = named.filter((each) => each.field.presence === "required").map((each) => each.snake);
  return {
    type: "object",
    properties: Object.fromEntries(named.map((each) => [each.snake, nullable(each.field)])),
    ...(must.length > 0 ? { required: must } : {}),
    additionalProperties: options.unknown === "keep",
  };
}
