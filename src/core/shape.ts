import { mapValues } from "./set-own.ts";
import {
  isObject,
  type JsonSchema,
  makeShape,
  type Reading,
  refuse,
  type Shape,
} from "./shape-reading.ts";

export {
  type Field,
  ifGiven,
  type ObjectOptions,
  optional,
  required,
  type ShorthandKey,
  snakeCase,
  withDefault,
} from "./object-field.ts";
export { object } from "./object-shape.ts";
export { setOwn } from "./set-own.ts";
export {
  isObject,
  type JsonPath,
  type JsonSchema,
  makeShape,
  pathText,
  Reading,
  type Shape,
  type ShapeProblem,
  shown,
  type WriteMode,
} from "./shape-reading.ts";

/** A form that is stored as it is read. */
export function plain<T>(
  called: string,
  accepts: (value: unknown) => value is T,
  schema: JsonSchema,
): Shape<T> {
  return makeShape({
    called,
    read: (value, reading) => (accepts(value) ? value : (refuse(reading, called, value) as T)),
    write: (value) => value,
    schema: () => schema,
  });
}

export const text = plain("a text", (value): value is string => typeof value === "string", {
  type: "string",
});

/** NaN and infinities are not JSON; a text or a boolean is not a number. */
export const number = numeric("a number", Number.isFinite, "number");

/** May be written `2.0`. */
export const integer = numeric("a whole number", Number.isInteger, "integer");

/** Integers too long for a double arrive with their digits; a declared number is a double all the same. */
function numeric(
  called: string,
  accepts: (value: number) => boolean,
  type: "number" | "integer",
): Shape<number> {
  return makeShape({
    called,
    read(value, reading) {
      const read = JSON.isRawJSON(value) ? Number(value.rawJSON) : value;
      if (typeof read === "number" && accepts(read)) return read;
      return refuse(reading, called, value) as never;
    },
    write: (value) => value,
    schema: () => ({ type }),
  });
}

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
  return makeShape({
    called,
    read(value, reading) {
      if (!Array.isArray(value)) return refuse(reading, called, value) as never;
      return value.map((each, index) => reading.within(index, item, each));
    },
    write: (value, mode) => value.map((each) => item.write(each, mode)),
    schema: () => ({ type: "array", items: item.schema() }),
  });
}

/** An object whose keys are the user's own. */
export function record<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  const called = "an object";
  return makeShape({
    called,
    read(value, reading) {
      if (!isObject(value)) return refuse(reading, called, value) as never;
      return mapValues(value, (each, key) => reading.within(key, item, each));
    },
    write: (value, mode) => mapValues(value, (each) => item.write(each, mode)),
    schema: () => ({ type: "object", additionalProperties: item.schema() }),
  });
}

/** Changes how a value is read, keeping how it is written; for shorthand and for checks beyond the type. */
export function reading<T>(
  shape: Shape<T>,
  read: (value: unknown, reading: Reading, inner: Shape<T>) => T,
  schema: () => JsonSchema = () => shape.schema(),
): Shape<T> {
  return makeShape({
    called: shape.called,
    read: (value, context) => read(value, context, shape),
    write: (value, mode) => shape.write(value, mode),
    schema,
  });
}
