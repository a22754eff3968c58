import { expect, test } from "vitest";
import { ownWords } from "./own-words.ts";

test("the reason comes first, then plain facts; large and odd values stay in the data", () => {
  expect(ownWords("Too long.", { words: 42, limits: [10, 20], all: { a: 1 }, none: null })).toBe(
    "Too long. (words: 42, limits: [10,20])",
  );
  expect(ownWords(undefined, { reason: "Too long.", words: 42 })).toBe("Too long. (words: 42)");
  expect(ownWords(undefined, { words: 42 })).toBe("(words: 42)");
  expect(ownWords("", {})).toBeUndefined();
  const cyclic: Record<string, unknown> = { big: 1n };
  cyclic.self = cyclic;
  cyclic.list = [cyclic];
  expect(ownWords(undefined, cyclic)).toBeUndefined();
});
