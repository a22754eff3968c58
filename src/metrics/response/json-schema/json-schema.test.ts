import { expect, test } from "vitest";
import { loadSchemaCheck } from "./json-schema.ts";
import { type JsonSchemaValue, keywordForms } from "./json-schema-keywords.ts";
import { schemaMistake } from "./json-schema-mistake.ts";

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
  [{ format: "email" }, ["ada@example.com", 1], ["not an address"]],
  [{ format: "date-time" }, ["2026-02-28T12:00:00Z"], ["2026-02-30T12:00:00Z", "yesterday"]],
  [{ format: "uuid" }, ["9b2f6f0e-3c1d-4f44-8f0a-6c1c1c6f2d10"], ["9b2f"]],
  [{ format: "int32", title: "a remark" }, ["any text", 1], []],
  [{ format: "hasOwnProperty" }, ["any text"], []],
  [
    { $id: "not an address", $ref: "#/$defs/a%20b", $defs: { "a b": { minLength: 1 } } },
    ["a"],
    [""],
  ],
];

test.each(cases)("%j", async (schema, allowed, refused) => {
  expect(schemaMistake(schema)).toBeUndefined();
  const violation = await loadSchemaCheck(schema);
  for (const value of allowed) expect(violation(value)).toBeUndefined();
  for (const value of refused) expect(violation(value)).toMatch(/\.$/);
});

test("every keyword that is checked stands in a case above", () => {
  const text = JSON.stringify(cases);
  const remarks =
    /^(?:default|deprecated|readOnly|writeOnly|examples|definitions|\$comment|\$schema|content.*|description)$/;
  const untested = [...keywordForms.keys()].filter((each) => !text.includes(`"${each}":`));
  expect(untested.filter((each) => !remarks.test(each))).toEqual([]);
});

async function said(schema: JsonSchemaValue, value: unknown): Promise<string | undefined> {
  return (await loadSchemaCheck(schema))(value);
}

// schema, value, and what is said of it
const messages: readonly [JsonSchemaValue, unknown, string][] = [
  [
    { properties: { rooms: { items: { properties: { beds: { type: "number" } } } } } },
    { rooms: [{ beds: 1 }, { beds: "2" }] },
    'rooms[1].beds is "2"; a number was expected.',
  ],
  [
    { $defs: { a: { properties: { b: { enum: [1, 2] } } } }, allOf: [{ $ref: "#/$defs/a" }] },
    { b: 3 },
    "b is 3; one of 1, 2 was expected.",
  ],
  [
    { propertyNames: { $ref: "#/$defs/short" }, $defs: { short: { maxLength: 2 } } },
    { abc: 1 },
    'The key "abc" has 3 characters; at most 2 were expected.',
  ],
  [{ propertyNames: false }, { a: 1 }, 'The key "a" is not allowed.'],
  [
    { anyOf: [{ type: "string" }, { minimum: 5 }] },
    1,
    "The answer fits none of 2 forms. The first: The answer is 1; a string was expected.",
  ],
  [
    { items: { oneOf: [{ type: "number" }, { minimum: 5 }] } },
    [6],
    "[0] fits 2 forms; exactly one was expected.",
  ],
  [{ uniqueItems: true }, [1, 2, 1], "Item [2] stands there twice."],
  [{ properties: { a: { uniqueItems: true } } }, { a: [{}, {}] }, "a[1] stands there twice."],
  [
    { contains: { type: "number" }, minContains: 2 },
    [1, "a", "b"],
    "The answer has 1 fitting items; at least 2 were expected.",
  ],
  [
    { dependentRequired: { a: ["b"], c: ["d"] } },
    { a: 1, b: 1, c: 1 },
    'The answer has "c" and so needs "d".',
  ],
  [{ properties: { a: false } }, { a: 1 }, "a is not allowed."],
  [false, 1, "The answer is not allowed."],
  [
    { properties: { "a/b~c%d": { additionalProperties: false } } },
    { "a/b~c%d": { "x/y": 1 } },
    'a/b~c%d has a key "x/y", which is not allowed.',
  ],
  [
    { properties: { when: { format: "date" } } },
    { when: "2026-13-01" },
    'when is "2026-13-01", which is not of format date.',
  ],
];

test.each(messages)("%j says of %j: %s", async (schema, value, message) => {
  expect(schemaMistake(schema)).toBeUndefined();
  expect(await said(schema, value)).toBe(message);
});

test("a schema that refers to nothing but itself is reported, not followed for ever", async () => {
  await expect(said({ $ref: "#" }, 1)).rejects.toThrow("without end");
});

test("a pattern or a web of references that never ends is given up", async () => {
  const answer = `${"a".repeat(60)}!`;
  await expect(said({ pattern: "^(a+)+$" }, answer)).rejects.toThrow("took longer than");
  const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
  const twice = (name: string) => ({
    allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
  });
  const $defs = Object.fromEntries(
    names.map((name, index) => [name, twice(names[index + 1] ?? "end")]),
  );
  const web = { $defs: { ...$defs, end: true }, $ref: "#/$defs/d0" };
  expect(schemaMistake(web)).toBeUndefined();
  await expect(said(web, 1)).rejects.toThrow("took longer than");
});

test.each([
  ["https://example.com/schema.json", "points at no schema in this one"],
  ["other.json#/a", "points at no schema in this one"],
  ["#/$defs/gone", "points at no schema in this one"],
  ["#/enum/0", "points at no schema in this one"],
])("the reference %s is refused", (reference, message) => {
  expect(schemaMistake({ enum: [{}], $ref: reference })?.message).toContain(message);
});

test.each([
  ["iri", 'The format "iri" is not checked here.'],
  ["datetime", 'There is no format "datetime".'],
])("the format %s is refused", (format, message) => {
  expect(schemaMistake({ format })?.message).toBe(message);
});
