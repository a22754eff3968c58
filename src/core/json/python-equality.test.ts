import { describe, expect, test } from "vitest";
import { parseJson } from "./json-text.ts";
import { pythonEquals } from "./python-equality.ts";

/** From texts, as files hold them, so that long integers keep their digits. */
function equal(left: string, right: string): boolean {
  const [a, b] = [parseJson(left), parseJson(right)];
  expect(pythonEquals(b, a)).toBe(pythonEquals(a, b));
  return pythonEquals(a, b);
}

describe("pythonEquals", () => {
  test.each([
    ["1", "1.0"],
    ["1", "true"],
    ["0", "false"],
    ["0", "-0.0"],
    ["1e2", "100"],
    ["9007199254740993", "9007199254740993"],
    ["9007199254740992", "9007199254740992.0"],
    ["10000000000000000000000", "1e22"],
    ['{"a": 1, "b": [true]}', '{"b": [1.0], "a": 1}'],
    ['{"__proto__": 1}', '{"__proto__": true}'],
  ])("%s is %s", (left, right) => {
    expect(equal(left, right)).toBe(true);
  });

  test.each([
    ["1", '"1"'],
    ["0", "null"],
    ["false", "null"],
    ['""', "null"],
    ["9007199254740993", "9007199254740992"],
    ["9007199254740993", "9007199254740992.0"],
    ["100000000000000000000000", "1e23"],
    ["[1, 2]", "[2, 1]"],
    ["[]", "{}"],
    ['{"0": 1}', "[1]"],
    ['{"a": null}', "{}"],
    ['{"a": null}', '{"b": null}'],
    ['{"__proto__": {}}', "{}"],
    ['"é"', '"e\u0301"'],
    ['"A"', '"a"'],
  ])("%s is not %s", (left, right) => {
    expect(equal(left, right)).toBe(false);
  });

  test("no value and null are the same, and neither is an empty object", () => {
    expect(pythonEquals(undefined, null)).toBe(true);
    expect(pythonEquals(undefined, {})).toBe(false);
  });

  test("a key without a value is no key, since no file could hold it", () => {
    expect(pythonEquals({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(pythonEquals({ b: undefined }, { a: 1 })).toBe(false);
  });

  test("NaN equals nothing, not even itself", () => {
    expect(pythonEquals(Number.NaN, Number.NaN)).toBe(false);
  });
});
