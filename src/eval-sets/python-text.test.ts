import { expect, test } from "vitest";
import { pythonFloat, pythonJson } from "./python-text.ts";

test.each([
  [1789000000, "1789000000.0"],
  [1789000000.123456, "1789000000.123456"],
  [0.5, "0.5"],
  [0.0001, "0.0001"],
  [0.00001, "1e-05"],
  [1.5e-7, "1.5e-07"],
  [1e15, "1000000000000000.0"],
  [123456789012345680, "1.2345678901234568e+17"],
  [1e16, "1e+16"],
  [1e22, "1e+22"],
  [1e300, "1e+300"],
  [-0, "-0.0"],
  [0, "0.0"],
  [-2.25, "-2.25"],
])("%d is printed as %s", (value, text) => {
  expect(pythonFloat(value)).toBe(text);
});

test("keys are sorted, blanks follow commas and colons, and all is ASCII", () => {
  expect(pythonJson({ b: ["é", "\u007f"], a: null, c: { d: 'x"\n' } })).toBe(
    '{"a": null, "b": ["\\u00e9", "\\u007f"], "c": {"d": "x\\"\\n"}}',
  );
});
