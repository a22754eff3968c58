import { describe, expect, test } from "vitest";
import { pythonValue } from "./python-value.ts";

describe("a Python object as text", () => {
  test.each([
    ["{'order': 7, 'paid': True, 'by': None}", { order: 7, paid: true, by: null }],
    [
      `{'note': "it's", 'quote': 'say "hi"', 'line': 'a\\nb\\x41\\u00e9\\\\'}`,
      { note: "it's", quote: 'say "hi"', line: "a\nbAé\\" },
    ],
    [
      "{'pair': (1, -2.5), 'one': (1,), 'none': [], 'deep': {'a': [{'b': 1e-05}]}}",
      { pair: [1, -2.5], one: [1], none: [], deep: { a: [{ b: 0.00001 }] } },
    ],
    ['{"order": 7}', { order: 7 }],
  ])("%s is read", (text, value) => {
    expect(pythonValue(text)).toEqual(value);
  });

  test.each([
    "{'at': datetime.date(2026, 11, 18)}",
    "{1, 2}",
    "{'open",
    "{'a': 1.2.3}",
    "order 7",
    "7",
    "",
  ])("%s stays what it is", (text) => {
    expect(pythonValue(text)).toBe(text);
  });
});
