import { nearest } from "./nearest.ts";
import { setOwn } from "./set-own.ts";
import {
  isObject,
  type JsonSchema,
  pathText,
  type Reading,
  refuse,
  type Shape,
  type WriteMode,
} from "./shape-reading.ts";

export interface Field<T> {
  readonly shape: Shape<unknown>;
  readonly presence: "required" | "optional" | "default" | "given";
  readonly fallback?: unknown;
  /** For editors, in the JSON Schema. */
  readonly description?: string | undefined;
  /** Only for types. */
  readonly type?: T;
}

/** Must be there, and not null. */
export function required<T>(shape: Shape<T>, description?: string): Field<T> {
  return { shape: shape as Shape<unknown>, presence: "required", description };
}

/** May be missing or null; both read as undefined. */
export function optional<T>(shape: Shape<T>, description?: string): Field<T | undefined> {
  return { shape: shape as Shape<unknown>, presence: "optional", description };
}

/** May be missing, not null. Left out again when a lean writer meets the default. */
export function withDefault<T>(shape: Shape<T>, fallback: T, description?: string): Field<T> {
  return { shape: shape as Shape<unknown>, presence: "default", fallback, description };
}

/**
 * May be missing, not null; missing reads as undefined, so that what is given can be told from what is not,
 * also where it is empty. ADK knows no such difference: a lean writer leaves both out, a full one puts the fallback.
 */
export function ifGiven<T>(
  shape: Shape<T>,
  fallback: T,
  description?: string,
): Field<T | undefined> {
  return { shape: shape as Shape<unknown>, presence: "given", fallback, description };
}

/** Another key under which people write a field, in a form of its own. */
export interface ShorthandKey {
  /** The field it stands for, in camelCase. */
  readonly field: string;
  readonly shape: Shape<unknown>;
  /** What to write instead, for those who need ADK to read the file. */
  readonly says: string;
  /** False where the key means nothing special; it is then unknown like any other. */
  applies?(value: unknown, object: Readonly<Record<string, unknown>>): boolean;
  /** Puts it together with a value that the field already has; without this, that is a contradiction. */
  merge?(before: unknown, value: unknown): unknown;
}

export interface ObjectOptions {
  /** For messages: "an eval case". */
  readonly called: string;
  /** What happens to keys nobody declared: refused, kept under `extras` and written back, or left out. */
  readonly unknown: "refuse" | "keep" | "drop";
  /** Some of ADK's types know their snake_case names only. */
  readonly snakeOnly?: boolean | undefined;
  /** A field in both spellings is a contradiction, unless camelCase wins as in ADK's own reader; that is remarked on. */
  readonly bothSpellings?: "camelCase wins" | undefined;
  /** Name in the JSON Schema's `$defs`. */
  readonly title?: string | undefined;
  readonly shorthand?: Readonly<Record<string, ShorthandKey>> | undefined;
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
  const reader = new ObjectReader(named, options);
  return {
    called: options.called,
    read: (value, context) => reader.read(value, context) as T,
    write(value, mode) {
      const result: Record<string, unknown> = {};
      const source = value as Record<string, unknown>;
      for (const each of named) writeField(each, source[each.name], result, mode);
      const extras = source.extras as Record<string, unknown> | undefined;
      if (extras !== undefined) writeExtras(extras, result, mode);
      return result;
    },
    schema: () => objectSchema(named, options),
  };
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Reads one kind of object; what the fields tell it is worked out once. */
class ObjectReader {
  readonly #options: ObjectOptions;
  readonly #bySpelling = new Map<string, NamedField>();
  readonly #byName: ReadonlyMap<string, NamedField>;
  /** Fields that a missing key leaves something to do for. */
  readonly #notOptional: readonly NamedField[];
  readonly #knownKeys: readonly string[];

  constructor(named: readonly NamedField[], options: ObjectOptions) {
    this.#options = options;
    for (const each of named) {
      this.#bySpelling.set(each.snake, each);
      if (options.snakeOnly !== true) this.#bySpelling.set(each.name, each);
    }
    this.#byName = new Map(named.map((each) => [each.name, each]));
    this.#notOptional = named.filter(
      ({ field }) => field.presence === "required" || field.presence === "default",
    );
    this.#knownKeys = named.map((each) => each.snake);
  }

  read(value: unknown, context: Reading): unknown {
    if (!isObject(value)) return refuse(context, this.#options.called, value);
    const result: Record<string, unknown> = {};
    let others: string[] | undefined;
    for (const key in value) {
      const found = this.#bySpelling.get(key);
      if (found === undefined) {
        others ??= [];
        others.push(key);
      } else if (this.#isOutdone(key, found, value)) {
        warnBothSpellings(context, key, found);
      } else if (Object.hasOwn(result, found.name)) {
        reportBothSpellings(context, key, found);
      } else {
        result[found.name] = readField(found, key, value[key], context);
      }
    }
    // after the declared ones, so that a shorthand can see what is there
    const misspelt =
      others === undefined ? undefined : this.#readOthers(others, value, result, context);
    this.#fillIn(result, misspelt, context);
    return result;
  }

  #fillIn(
    result: Record<string, unknown>,
    misspelt: ReadonlyMap<string, string> | undefined,
    context: Reading,
  ): void {
    for (const each of this.#notOptional) {
      if (Object.hasOwn(result, each.name)) continue;
      if (each.field.presence === "default") {
        result[each.name] = each.field.fallback;
        context.defaults?.push({ path: [...context.path, each.snake], value: each.field.fallback });
      } else reportMissing(each, { context, options: this.#options, misspelt });
    }
  }

  #isOutdone(key: string, { name, snake }: NamedField, value: object): boolean {
    if (this.#options.bothSpellings === undefined || key !== snake) return false;
    return name !== snake && Object.hasOwn(value, name);
  }

  /** Gives the known keys that unknown ones look like. */
  #readOthers(
    keys: readonly string[],
    value: Readonly<Record<string, unknown>>,
    result: Record<string, unknown>,
    context: Reading,
  ): ReadonlyMap<string, string> {
    const extras: Record<string, unknown> = {};
    const misspelt = new Map<string, string>();
    for (const key of keys) {
      if (this.#readShorthand(key, value, result, context)) continue;
      const near = nearest(snakeCase(key), this.#knownKeys);
      if (near !== undefined) misspelt.set(near, key);
      reportUnknownKey(context, { key, near, known: this.#knownKeys }, this.#options);
      setOwn(extras, key, value[key]);
    }
    if (this.#options.unknown === "keep" && Object.keys(extras).length > 0) {
      result.extras = extras;
    }
    return misspelt;
  }

  #readShorthand(
    key: string,
    value: Readonly<Record<string, unknown>>,
    result: Record<string, unknown>,
    context: Reading,
  ): boolean {
    const known = this.#options.shorthand;
    if (known === undefined || !Object.hasOwn(known, key)) return false;
    const shorthand = known[key] as ShorthandKey;
    if (shorthand.applies?.(value[key], value) === false) return false;
    const before = result[shorthand.field];
    if (before !== undefined && shorthand.merge === undefined) {
      reportBothSpellings(context, key, this.#byName.get(shorthand.field) as NamedField);
      return true;
    }
    context.path.push(key);
    context.shorthand(shorthand.says);
    context.path.pop();
    const read = context.within(key, shorthand.shape, value[key]);
    result[shorthand.field] =
      before === undefined || shorthand.merge === undefined ? read : shorthand.merge(before, read);
    return true;
  }
}

function readField(found: NamedField, key: string, value: unknown, context: Reading): unknown {
  if (value === null && found.field.presence === "optional") return undefined;
  return context.within(key, found.field.shape, value);
}

interface Missing {
  readonly context: Reading;
  readonly options: ObjectOptions;
  readonly misspelt: ReadonlyMap<string, string> | undefined;
}

function reportMissing({ snake }: NamedField, { context, options, misspelt }: Missing): void {
  const key = misspelt?.get(snake);
  // a key that is refused has been told with what it should be
  if (key !== undefined && options.unknown === "refuse") return;
  const where = whereOf(context);
  if (key !== undefined) context.path.push(key);
  const whatNow =
    key === undefined
      ? `${options.called.replace(/^./, (letter) => letter.toUpperCase())} needs one.`
      : `Is "${key}" meant to be it?`;
  context.problem(`${where} has no "${snake}".`, { hint: whatNow, mark: "key" });
  if (key !== undefined) context.path.pop();
}

function whereOf(context: Reading): string {
  return context.path.length === 0 ? "The file" : pathText(context.path);
}

interface UnknownKey {
  readonly key: string;
  readonly near: string | undefined;
  readonly known: readonly string[];
}

function reportUnknownKey(
  context: Reading,
  { key, near, known }: UnknownKey,
  options: ObjectOptions,
): void {
  const where = whereOf(context);
  const hint = near === undefined ? `Known keys: ${known.join(", ")}.` : `Did you mean "${near}"?`;
  context.path.push(key);
  if (options.unknown === "refuse") {
    context.problem(`${where} has no key "${key}".`, { hint, mark: "key" });
  } else if (near !== undefined) {
    context.warn(`${where} has a key "${key}" that means nothing.`, { hint, mark: "key" });
  }
  context.path.pop();
}

function reportBothSpellings(context: Reading, key: string, { name, snake }: NamedField): void {
  const where = whereOf(context);
  const other = key === snake ? name : snake;
  context.path.push(key);
  context.problem(`${where} has both "${other}" and "${key}".`, {
    hint: "They are the same field; keep one of them.",
    mark: "key",
  });
  context.path.pop();
}

function warnBothSpellings(context: Reading, key: string, { name }: NamedField): void {
  const where = whereOf(context);
  context.path.push(key);
  context.warn(`${where} has both "${name}" and "${key}"; "${name}" is taken.`, {
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
  if (mode !== "full") {
    if (value === undefined || value === null) return;
    const isEmpty = field.presence === "default" || (field.presence === "given" && mode === "lean");
    if (isEmpty && sameDefault(value, field.fallback)) return;
  }
  const written = value ?? (field.presence === "given" ? field.fallback : null);
  result[snake] = written === null ? null : field.shape.write(written, mode);
}

function writeExtras(
  extras: Readonly<Record<string, unknown>>,
  result: Record<string, unknown>,
  mode: WriteMode,
): void {
  for (const key of Object.keys(extras)) {
    const extra = extras[key];
    if (extra !== null || mode === "full") setOwn(result, key, extra);
  }
}

function sameDefault(value: unknown, fallback: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 && Array.isArray(fallback);
  if (isObject(value)) return isObject(fallback) && Object.keys(value).length === 0;
  return value === fallback;
}

function objectSchema(named: readonly NamedField[], options: ObjectOptions): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const { snake, field } of named) properties[snake] = fieldSchema(field);
  for (const [key, { shape, says }] of Object.entries(options.shorthand ?? {})) {
    properties[key] = { ...shape.schema(), description: `Shorthand. ${says}` };
  }
  const standIns = Object.values(options.shorthand ?? {}).map((each) => each.field);
  const needed = named.filter(
    (each) => each.field.presence === "required" && !standIns.includes(each.name),
  );
  const isOneWay = (each: NamedField) => options.snakeOnly === true || each.name === each.snake;
  const must = needed.filter(isOneWay).map((each) => each.snake);
  const either = needed
    .filter((each) => !isOneWay(each))
    .map(({ name, snake }) => ({ anyOf: [{ required: [snake] }, { required: [name] }] }));
  return {
    ...(options.title === undefined ? {} : { title: options.title }),
    type: "object",
    properties,
    ...(must.length > 0 ? { required: must } : {}),
    ...(either.length > 0 ? { allOf: either } : {}),
    ...(options.unknown === "refuse" ? camelKeys(named, options) : {}),
    additionalProperties: options.unknown !== "refuse",
  };
}

/** The other spelling of the keys is read too, and completed in neither. */
function camelKeys(named: readonly NamedField[], { snakeOnly }: ObjectOptions): JsonSchema {
  const names = named.filter(({ name, snake }) => name !== snake).map(({ name }) => name);
  if (snakeOnly === true || names.length === 0) return {};
  return { patternProperties: { [`^(?:${names.join("|")})$`]: {} } };
}

function fieldSchema({ shape, presence, description }: Field<unknown>): JsonSchema {
  const inner = shape.schema();
  const schema = presence === "optional" ? { anyOf: [inner, { type: "null" }] } : inner;
  return description === undefined ? schema : { ...schema, description };
}
