import type { ArgMatcher } from "../case-settings.ts";
import { nearest } from "../text/nearest.ts";
import { optional } from "./object-field.ts";
import { object } from "./object-schema.ts";
import { isObject, makeSchema, type ParseContext, type Schema, shown } from "./parse-context.ts";
import { anything, array, boolean, number, string, withRead } from "./schema.ts";

interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const ignore = withRead(boolean as Schema<true>, (value, context, inner) => {
  if (value === false) context.problem('"ignore" is only ever true.', { hint: "Leave it out." });
  return inner.read(value, context);
});

const regex = withRead(string, (value, context, inner) => {
  const read = inner.read(value, context);
  try {
    if (typeof read === "string") new RegExp(read);
  } catch (error) {
    context.problem(`This is not a regular expression: ${(error as Error).message}.`, {
      hint: "It is written as in JavaScript; a backslash is doubled in JSON.",
    });
  }
  return read;
});

const range = withRead(
  object<Range>(
    { min: optional(number), max: optional(number) },
    { expected: "a range", unknown: "refuse" },
  ),
  (value, context, inner) => {
    const read = inner.read(value, context);
    if (read?.min !== undefined && read.max !== undefined && read.min > read.max) {
      context.problem(`No number lies from ${read.min} to ${read.max}.`, {
        hint: "Exchange min and max.",
      });
    }
    return read;
  },
);

const semantic: Schema<true | string> = makeSchema({
  expected: "true, or what the argument should mean",
  read(value, context) {
    if (value === true) return value;
    if (typeof value === "string" && value.trim() !== "") return value;
    context.problem(
      `"semantic" is true, or what the argument should mean; this is ${shown(value)}.`,
      {
        hint: "With true the argument is compared with what the expected call says.",
      },
    );
    return true;
  },
  write: (value) => value,
  jsonSchema: () => ({ anyOf: [{ type: "boolean", const: true }, { type: "string" }] }),
});

const matchers: readonly (readonly [key: string, shape: Schema<unknown>])[] = [
  ["equals", anything],
  ["ignore", ignore as Schema<unknown>],
  ["oneOf", array(anything) as Schema<unknown>],
  ["regex", regex as Schema<unknown>],
  ["range", range as Schema<unknown>],
  ["subset", anything],
  ["semantic", semantic as Schema<unknown>],
];
const expected = `Expected one of ${matchers.map(([key]) => spelt(key)).join(", ")}.`;

/** How one argument is compared: an object with one key, which names the matcher. */
export const argMatcherSchema: Schema<ArgMatcher> = makeSchema({
  expected: "an argument matcher",
  read: readMatcher,
  write(value, mode) {
    const [key, schema] = matchers.find(([name]) => name in value) ?? ["equals", anything];
    return { [spelt(key)]: schema.write((value as Record<string, unknown>)[key], mode) };
  },
  jsonSchema: () => ({
    title: "ArgMatcher",
    type: "object",
    properties: Object.fromEntries(
      matchers.map(([key, schema]) => [spelt(key), schema.jsonSchema()]),
    ),
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  }),
});

function readMatcher(value: unknown, context: ParseContext): ArgMatcher {
  const keys = isObject(value) ? Object.keys(value) : [];
  const [key] = keys;
  if (!isObject(value) || key === undefined || keys.length > 1) {
    context.problem(`An argument matcher has exactly one key; this is ${shown(value)}.`, {
      hint: `${expected} For a plain value write {"equals": …}.`,
    });
    return undefined as never;
  }
  const found = matchers.find(([name]) => name === key || spelt(name) === key);
  if (found === undefined) {
    context.path.push(key);
    context.problem(`There is no argument matcher "${key}".`, { hint: hintFor(key), mark: "key" });
    context.path.pop();
    return undefined as never;
  }
  return { [found[0]]: context.within(key, found[1], value[key]) } as unknown as ArgMatcher;
}

function hintFor(key: string): string {
  const names = matchers.map(([name]) => spelt(name));
  const near = nearest(key, names);
  return near === undefined ? expected : `Did you mean "${near}"?`;
}

function spelt(name: string): string {
  return name === "oneOf" ? "one_of" : name;
}
