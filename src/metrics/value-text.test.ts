import { expect, test } from "vitest";
import { parseJson } from "../core/json/json-text.ts";
import { contrastingTexts, valueText } from "./value-text.ts";

test("a value is shown as JSON, cut when long", () => {
  expect(valueText({ a: [1, "b", null] })).toBe('{"a":[1,"b",null]}');
  expect(valueText(parseJson("9007199254740993"))).toBe("9007199254740993");
  expect(valueText("x".repeat(100))).toBe(`"${"x".repeat(38)}…`);
});

test("long values that begin alike are shown from just before they part", () => {
  const [left, right] = contrastingTexts(
    `${"x".repeat(100)}1${"y".repeat(100)}`,
    `${"x".repeat(100)}2${"y".repeat(100)}`,
  );
  expect(left).toBe(`…xxxxxxxxxx1${"y".repeat(27)}…`);
  expect(right).toBe(`…xxxxxxxxxx2${"y".repeat(27)}…`);
});
