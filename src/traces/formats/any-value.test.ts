import { expect, test } from "vitest";
import { parseJson } from "../../core/json/json-text.ts";
import { readAnyValue } from "./any-value.ts";

test.each([
  ["a number", '{"stringValue":5}', "5"],
  ["a number that a double cannot hold", '{"stringValue":99999999999999999999}', "9".repeat(20)],
  ["an object", '{"string_value":{"a":[1]}}', '{"a":[1]}'],
  ["a list with such a number", '{"stringValue":[99999999999999999999]}', `[${"9".repeat(20)}]`],
  ["a boolean", '{"stringValue":true}', "true"],
])("%s in the place of a text is the text of it", (_, text, read) => {
  expect(readAnyValue(parseJson(text))).toBe(read);
});
