import { mapValues } from "../json/set-own.ts";
import {
  isObject,
  type JsonSchema,
  makeSchema,
  type ParseContext,
  refuse,
  type Schema,
} from "./parse-context.ts";

/** A form that is stored as it is read. */
export function plain<T>(
  expected: string,
  accepts: (value: unknown) => value is T,
  jsonSchema: JsonSchema,
): Schema<T> {
  return makeSchema({
    expected,
    read: (value, context) => (accepts(value) ? value : (refuse(context, expected, value) as T)),
    write: (value) => value,
    jsonSchema: () => jsonSchema,
  });
}

export const string = plain("a string", (value): value is string => typeof value === "string", {
  type: "string",
});

/** NaN and infinities are not JSON; a text or a boolean is not a number. */
export const number = numeric("a number", Number.isFinite, "number");

/** May be written `2.0`. */
export const integer = numeric("a whole number", Number.isInteger, "integer");

/** Integers too long for a double arrive with their digits; a declared number is a double all the same. */
function numeric(
  expected: string,
  accepts: (value: number) => boolean,
  type: "number" | "integer",
): Schema<number> {
  return makeSchema({
    expected,
    read(value, context) {
      const read = JSON.isRawJSON(value) ? Number(value.rawJSON) : value;
      if (typeof read === "number" && accepts(read)) return read;
      return refuse(context, expected, value) as never;
    },
    write: (value) => value,
    jsonSchema: () => ({ type }),
  });
}

export const boolean = plain("a boolean", (value): value is boolean => typeof value === "boolean", {
  type: "boolean",
});

/** Any JSON value, kept as it is. */
export const anything = plain("a value", (value): value is unknown => value !== undefined, {});

/** Any JSON object, kept as it is. */
export const freeObject = plain("an object", isObject, { type: "object" });

export function enumOf<T extends string>(values: readonly T[]): Schema<T> {
  const expected = `one of ${values.join(", ")}`;
  return plain(expected, (value): value is T => values.includes(value as T), { enum: values });
}

export function array<T>(item: Schema<T>): Schema<readonly T[]> {
  const expected = "an array";
  return makeSchema({
    expected,
    read(value, context) {
      if (!Array.isArray(value)) return refuse(context, expected, value) as never;
      return value.map((each, index) => context.within(index, item, each));
    },
    write: (value, mode) => value.map((each) => item.write(each, mode)),
    jsonSchema: () => ({ type: "array", items: item.jsonSchema() }),
  });
}

/** An object whose keys are the user's own. */
export function record<T>(item: Schema<T>): Schema<Readonly<Record<string, T>>> {
  const expected = "an object";
  return makeSchema({
    expected,
    read(value, context) {
      if (!isObject(value)) return refuse(context, expected, value) as never;
      return mapValues(value, (each, key) => context.within(key, item, each));
    },
    write: (value, mode) => mapValues(value, (each) => item.write(each, mode)),
    jsonSchema: () => ({ type: "object", additionalProperties: item.jsonSchema() }),
  });
}

/** Changes how a value is read, keeping how it is written; for shorthand and for checks beyond the type. */
export function withRead<T>(
  schema: Schema<T>,
  read: (value: unknown, context: ParseContext, inner: Schema<T>) => T,
  jsonSchema: () => JsonSchema = () => schema.jsonSchema(),
): Schema<T> {
  return makeSchema({
    expected: schema.expected,
    read: (value, context) => read(value, context, schema),
    write: (value, mode) => schema.write(value, mode),
    jsonSchema,
  });
}
