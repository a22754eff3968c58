import fc from "fast-check";
import { expect, test } from "vitest";
import { required, withDefault } from "./object-field.ts";
import { object } from "./object-schema.ts";
import { ParseContext, type Schema } from "./parse-context.ts";
import {
  anything,
  array,
  boolean,
  enumOf,
  freeObject,
  integer,
  number,
  record,
  string,
} from "./schema.ts";
import { isStandardSchema } from "./standard-schema.ts";

const lamp = object<{ lampId: string; level: number; rooms: readonly string[] }>(
  {
    lampId: required(string),
    level: withDefault(number, 1),
    rooms: withDefault(array(string), []),
  },
  { expected: "a lamp", unknown: "refuse" },
);

const shapes: readonly (readonly [string, Schema<unknown>])[] = [
  ["text", string],
  ["number", number],
  ["integer", integer],
  ["boolean", boolean],
  ["anything", anything],
  ["freeObject", freeObject],
  ["choice", enumOf(["a", "b"])],
  ["list", array(number)],
  ["record", record(boolean)],
  ["object", lamp],
] as readonly (readonly [string, Schema<unknown>])[];

test.each(shapes)("%s is a Standard Schema that says what its reader says", (_, schema) => {
  expect(isStandardSchema(schema)).toBe(true);
  expect(schema["~standard"]).toMatchObject({ version: 1, vendor: "assay" });
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const context = new ParseContext();
      const read = schema.read(value, context);
      const result = schema["~standard"].validate(value);
      if (context.problems.length === 0) expect(result).toEqual({ value: read });
      else expect(result).toMatchObject({ issues: context.problems.map(({ path }) => ({ path })) });
    }),
  );
});

test("a value is read to its own form, with its defaults", () => {
  expect(lamp["~standard"].validate({ lamp_id: "a" })).toEqual({
    value: { lampId: "a", level: 1, rooms: [] },
  });
});

test("an issue has its place, and speaks of a value and not of a file", () => {
  expect(lamp["~standard"].validate({ lamp_id: "a", rooms: ["hall", 3] })).toEqual({
    issues: [
      {
        message: 'rooms[1] is 3; a string was expected. Put it in double quotes: "3".',
        path: ["rooms", 1],
      },
    ],
  });
  expect(lamp["~standard"].validate({ lampid: "a" })).toEqual({
    issues: [
      { message: expect.stringMatching(/^The value has no key "lampid"/), path: ["lampid"] },
    ],
  });
  expect(number["~standard"].validate("x")).toMatchObject({
    issues: [{ message: expect.stringMatching(/^The value is "x"; a number was expected/) }],
  });
});

test.each([undefined, null, 1, {}, () => 1, { "~standard": null }, { "~standard": {} }])(
  "%s is no Standard Schema",
  (value) => expect(isStandardSchema(value)).toBe(false),
);
