import { expect, test } from "vitest";
import { pythonStrip } from "./python-space.ts";

test.each([
  [" \t\n\r\v\fa b\u00a0\u2028\u3000", "a b"],
  ["\x1c\x1d\x1e\x1f\x85a\x85", "a"],
  ["\ufeffa\ufeff", "\ufeffa\ufeff"],
  ["\u200ba\u200b", "\u200ba\u200b"],
  ["👍 ", "👍"],
  [" \x1f", ""],
  ["", ""],
])("%j is stripped as in Python", (text, stripped) => {
  expect(pythonStrip(text)).toBe(stripped);
});
