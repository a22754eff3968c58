import type { Schema } from "./parse-context.ts";

export interface Field<T> {
  readonly schema: Schema<unknown>;
  readonly presence: "required" | "optional" | "default" | "given";
  readonly fallback?: unknown;
  /** For editors, in the JSON Schema. */
  readonly description?: string | undefined;
  /** Only for types. */
  readonly type?: T;
}

/** Must be there, and not null. */
export function required<T>(schema: Schema<T>, description?: string): Field<T> {
  return { schema: schema as Schema<unknown>, presence: "required", description };
}

/** May be missing or null; both read as undefined. */
export function optional<T>(schema: Schema<T>, description?: string): Field<T | undefined> {
  return { schema: schema as Schema<unknown>, presence: "optional", description };
}

/** May be missing, not null. Left out again when a lean writer meets the default. */
export function withDefault<T>(schema: Schema<T>, fallback: T, description?: string): Field<T> {
  return { schema: schema as Schema<unknown>, presence: "default", fallback, description };
}

/**
 * May be missing, not null; missing reads as undefined, so that what is given can be told from what is not,
 * also where it is empty. ADK knows no such difference: a lean writer leaves both out, a full one puts the fallback.
 */
export function ifGiven<T>(
  schema: Schema<T>,
  fallback: T,
  description?: string,
): Field<T | undefined> {
  return { schema: schema as Schema<unknown>, presence: "given", fallback, description };
}

/** Another key under which people write a field, in a form of its own. */
export interface ShorthandKey {
  /** The field it stands for, in camelCase. */
  readonly field: string;
  readonly schema: Schema<unknown>;
  /** What to write instead, for those who need ADK to read the file. */
  readonly says: string;
  /** False where the key means nothing special; it is then unknown like any other. */
  applies?(value: unknown, object: Readonly<Record<string, unknown>>): boolean;
  /** Puts it together with a value that the field already has; without this, that is a contradiction. */
  merge?(before: unknown, value: unknown): unknown;
}

export interface ObjectOptions {
  /** For messages: "an eval case". */
  readonly expected: string;
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

/** A field under the two names it goes by. */
export interface NamedField {
  readonly name: string;
  readonly snake: string;
  readonly field: Field<unknown>;
}
