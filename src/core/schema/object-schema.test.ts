import { expect, test } from "vitest";
import { nearest } from "../text/nearest.ts";
import { optional, required, withDefault } from "./object-field.ts";
import { object } from "./object-schema.ts";
import { ParseContext } from "./parse-context.ts";
import { array, number, string } from "./schema.ts";

interface Lamp {
  readonly lampId: string;
  readonly colourName?: string | undefined;
  readonly level: number;
  readonly rooms: readonly string[];
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
}

const fields = {
  lampId: required(string),
  colourName: optional(string),
  level: withDefault(number, 1),
  rooms: withDefault(array(string), []),
};

const kept = object<Lamp>(fields, { expected: "a lamp", unknown: "keep" });
const refused = object<Lamp>(fields, { expected: "a lamp", unknown: "refuse" });
const dropped = object<Lamp>(fields, { expected: "a lamp", unknown: "drop", snakeOnly: true });

function read(schema: typeof kept, value: unknown) {
  const context = new ParseContext();
  const lamp = schema.read(value, context);
  return { lamp, problems: context.problems.map(({ message, hint }) => `${message} ${hint}`) };
}

test("both spellings are read, missing keys get their defaults", () => {
  const lamp = { lampId: "a", colourName: "red", level: 1, rooms: [] };
  expect(read(kept, { lamp_id: "a", colourName: "red" })).toEqual({ lamp, problems: [] });
});

test("a key without a value, as code has them, is as good as missing, and outdoes no other spelling", () => {
  const lamp = { lampId: "a", level: 1, rooms: [] };
  const given = { lampId: "a", colourName: undefined, level: undefined };
  expect(read(kept, given)).toEqual({ lamp, problems: [] });
  expect(read(kept, { lampId: undefined }).problems).toHaveLength(1);
  const lenient = object<Lamp>(fields, {
    expected: "a lamp",
    unknown: "keep",
    bothSpellings: "camelCase wins",
  });
  expect(read(lenient, { ...given, lamp_id: "b", lampId: undefined }).lamp.lampId).toBe("b");
});

test("null is as good as missing for what is optional, and a mistake elsewhere", () => {
  expect(read(kept, { lamp_id: "a", colour_name: null }).problems).toEqual([]);
  expect(read(kept, { lamp_id: "a", level: null }).problems).toEqual([
    "level is null; a number was expected. Leave the key out instead.",
  ]);
});

test("a misspelt key is reported once, with the key that was meant", () => {
  expect(read(refused, { lampid: "a" }).problems).toEqual([
    'The file has no key "lampid". Did you mean "lamp_id"?',
  ]);
  expect(read(kept, { lampp_id: "a" }).problems).toEqual([
    'The file has no "lamp_id". Is "lampp_id" meant to be it?',
  ]);
});

test("where no key is known, the hint lists none", () => {
  const empty = object<object>({}, { expected: "nothing", unknown: "refuse" });
  const context = new ParseContext();
  empty.read({ zeta: 1 }, context);
  expect(context.problems).toMatchObject([
    { message: 'The file has no key "zeta".', hint: "Remove it: there are none." },
  ]);
});

test("unknown keys are kept, refused or dropped, as declared", () => {
  const value = { lamp_id: "a", zeta: 1, watts: null };
  expect(kept.write(read(kept, value).lamp, "lean")).toEqual({ lamp_id: "a", zeta: 1 });
  expect(kept.write(read(kept, value).lamp, "full")).toMatchObject({ zeta: 1, watts: null });
  expect(read(refused, value).problems).toHaveLength(2);
  expect(read(dropped, value).lamp).toEqual({ lampId: "a", level: 1, rooms: [] });
});

test("a shape that knows one spelling refuses the other", () => {
  expect(read(dropped, { lampId: "a" }).problems).toEqual([
    'The file has no "lamp_id". Is "lampId" meant to be it?',
  ]);
});

test("lean writing leaves out what is unset or a default, full writing nothing", () => {
  const lamp = { lampId: "a", level: 1, rooms: [] };
  expect(kept.write(lamp, "lean")).toEqual({ lamp_id: "a" });
  expect(kept.write(lamp, "full")).toEqual({
    lamp_id: "a",
    colour_name: null,
    level: 1,
    rooms: [],
  });
});

test("a shorthand key stands for a field, and contradicts it", () => {
  const schema = object<Lamp>(fields, {
    expected: "a lamp",
    unknown: "refuse",
    shorthand: { id: { field: "lampId", schema: string, says: 'Write "lamp_id".' } },
  });
  const context = new ParseContext();
  expect(schema.read({ id: "a" }, context).lampId).toBe("a");
  expect(context.adkIncompatibilities).toMatchObject([
    { path: ["id"], message: 'Write "lamp_id".' },
  ]);
  expect(read(schema, { id: "a", lamp_id: "b" }).problems).toEqual([
    'The file has both "lamp_id" and "id". They are the same field; keep one of them.',
  ]);
});

test.each([
  ["user_contnt", "user_content"],
  ["userContent", "user_content"],
  ["toolUses", "tool_uses"],
  ["tool_use", "tool_uses"],
  ["tol_uses", "tool_uses"],
  ["zzz", undefined],
  ["", undefined],
])("the key nearest to %j is %j", (word, expected) => {
  expect(nearest(word, ["user_content", "tool_uses", "final_response"])).toBe(expected);
});
