import { expect, test } from "vitest";
import { keywordChecks, schemaViolation } from "./json-schema.ts";
import { schemaMistake } from "./json-schema-mistake.ts";
import type { JsonSchemaValue } from "./json-schema-place.ts";

const tree = {
  $defs: { tree: { type: "object", properties: { left: { $ref: "#/$defs/tree" } } } },
  $ref: "#/$defs/tree",
};

// as text, since an object literal with a "then" looks like a promise
const conditional = JSON.parse(
  '{"if": {"minimum": 10}, "then": {"multipleOf": 10}, "else": {"maximum": 5}}',
);

// schema, values it allows, values it does not
const cases: readonly [JsonSchemaValue, readonly unknown[], readonly unknown[]][] = [
  [true, [1, null], []],
  [false, [], [1, null]],
  [{ type: ["integer", "null"] }, [1, 2.0, null], [1.5, "1", true]],
  [{ enum: [1, "a", { b: [1] }] }, [1, "a", { b: [1] }], [true, "b", { b: [2] }]],
  [{ const: { a: 1, b: 2 } }, [{ b: 2, a: 1 }], [{ a: 1 }]],
  [{ minimum: 1, maximum: 3 }, [1, 3, "text"], [0, 4]],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2], [1, 3]],
  [{ multipleOf: 0.1 }, [0.3, 1], [0.35]],
  [{ minLength: 2, maxLength: 3 }, ["ab", "😀😀😀", 1], ["a", "abcd"]],
  [{ pattern: "^a+$" }, ["aa"], ["ba"]],
  [
    { prefixItems: [{ type: "string" }], items: { type: "number" } },
    [["a", 1], []],
    [[1], ["a", "b"]],
  ],
  [{ contains: { type: "number" }, maxContains: 2 }, [["a", 1]], [["a"], [1, 2, 3]]],
  [{ contains: { type: "number" }, minContains: 0 }, [["a"]], []],
  [
    { minItems: 1, maxItems: 2, uniqueItems: true },
    [[1], [1, "1"]],
    [[], [1, 2, 3], [{ a: 1 }, { a: 1 }]],
  ],
  [{ required: ["a"], minProperties: 1, maxProperties: 2 }, [{ a: 1 }], [{}, { a: 1, b: 2, c: 3 }]],
  [{ required: ["toString"] }, [], [{}]],
  [
    {
      properties: { a: { type: "number" } },
      patternProperties: { "^x": { type: "string" } },
      additionalProperties: { type: "boolean" },
    },
    [{ a: 1, x1: "s", other: true }],
    [{ a: "1" }, { x1: 1 }, { other: 1 }],
  ],
  [{ propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
  [{ dependentRequired: { card: ["name"] } }, [{}, { card: 1, name: 2 }], [{ card: 1 }]],
  [
    { dependentSchemas: { card: { required: ["name"] } } },
    [{}, { card: 1, name: 2 }],
    [{ card: 1 }],
  ],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [0, 3]],
  [{ anyOf: [{ type: "string" }, { minimum: 5 }] }, ["a", 6], [1]],
  [{ oneOf: [{ type: "number" }, { minimum: 5 }] }, [1], [6]],
  [{ not: { type: "null" } }, [1], [null]],
  [conditional, [20, 3], [15, 7]],
  [tree, [{ left: { left: {} } }], [{ left: { left: 1 } }]],
  [{ format: "email", title: "annotations only" }, ["not an address"], []],
];

test.each(cases)("%j", (schema, allowed, refused) => {
  expect(schemaMistake(schema)).toBeUndefined();
  for (const value of allowed) expect(schemaViolation(schema, value)).toBeUndefined();
  for (const value of refused) expect(schemaViolation(schema, value)).toMatch(/\.$/);
});

test("every keyword that is checked stands in a case above", () => {
  const text = JSON.stringify(cases);
  const untested = Object.keys(keywordChecks).filter((keyword) => !text.includes(`"${keyword}":`));
  expect(untested).toEqual([]);
});

test("a place deep in the value is named", () => {
  const schema = { properties: { rooms: { items: { properties: { beds: { type: "number" } } } } } };
  expect(schemaViolation(schema, { rooms: [{ beds: 1 }, { beds: "2" }] })).toBe(
    'rooms[1].beds is "2"; a number was expected.',
  );
});

test("a schema that refers to nothing but itself is told, not followed for ever", () => {
  expect(() => schemaViolation({ $ref: "#" }, 1)).toThrow("without end");
});
