import fc from "fast-check";
import { expect, test } from "vitest";
import { similarTexts, wordsOf } from "./similar-texts.ts";

test("numbers are one word, and single quoted words belong to their case", () => {
  expect([...wordsOf('It took 12 s for "lamp", not 9')]).toEqual([
    "it",
    "took",
    "#",
    "s",
    "for",
    "not",
  ]);
});

test("texts that a chain of similar ones connects are one group", () => {
  expect(similarTexts(["a b c d", "b c d e", "c d e f", "x y"])).toEqual([[0, 1, 2], [3]]);
});

test("looking up the rarest words finds every pair that comparing all would", () => {
  const text = fc
    .array(fc.constantFrom(..."abcdefg"), { maxLength: 6 })
    .map((all) => all.join(" "));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 10 }), (texts) => {
      const groups = similarTexts(texts);
      const groupOf = (at: number) => groups.findIndex((group) => group.includes(at));
      expect(groups.flat().sort((a, b) => a - b)).toEqual(texts.map((_, at) => at));
      for (const [a, one] of texts.entries()) {
        for (const [b, other] of texts.entries()) {
          const [left, right] = [wordsOf(one), wordsOf(other)];
          const shared = [...left].filter((word) => right.has(word)).length;
          const alike = shared / (left.size + right.size - shared) >= 0.5;
          if (alike) expect(groupOf(a)).toBe(groupOf(b));
        }
      }
    }),
  );
});
