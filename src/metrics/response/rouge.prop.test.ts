import fc from "fast-check";
import { expect, test } from "vitest";
import { rouge1 } from "./rouge.ts";
import { rougeTokens } from "./rouge-tokens.ts";

const word = fc.constantFrom(
  "the",
  "ferry",
  "leaves",
  "leaving",
  "at",
  "seven",
  "今天",
  "café",
  "!",
);
const text = fc.oneof(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(" ")),
  fc.string({ unit: "binary", maxLength: 20 }),
);

test("swapping the texts swaps precision and recall", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const there = rouge1(a, b);
      const back = rouge1(b, a);
      expect([back.precision, back.recall]).toEqual([there.recall, there.precision]);
      expect(back.fmeasure).toBe(there.fmeasure);
    }),
  );
});

test("figures lie between 0 and 1, and a text with words matches itself", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      for (const figure of Object.values(rouge1(a, b))) {
        expect(figure).toBeGreaterThanOrEqual(0);
        expect(figure).toBeLessThanOrEqual(1);
      }
      expect(rouge1(a, a).fmeasure).toBe(rougeTokens(a).length === 0 ? 0 : 1);
    }),
  );
});

test("the short way for ASCII gives the words of the long one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii", maxLength: 30 }), (ascii) => {
      // one letter beyond ASCII, as a word of its own, sends a text the long way
      expect(rougeTokens(`${ascii} é`)).toEqual([...rougeTokens(ascii), "é"]);
    }),
  );
});
