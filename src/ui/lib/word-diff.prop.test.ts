import fc from "fast-check";
import { expect, test } from "vitest";
import { wordDiff } from "./word-diff.ts";

const words = fc
  .array(fc.constantFrom("Order", "17", "is", "refunded.", "not", "yet"), { maxLength: 12 })
  .map((all) => all.join(" "));

const sideOf = (expected: string, actual: string, side: "expected" | "actual") =>
  (wordDiff(expected, actual) ?? []).map((piece) => piece[side]).join("");

test("each side of a diff is the whole of its text", () => {
  fc.assert(
    fc.property(words, words, (expected, actual) => {
      expect(sideOf(expected, actual, "expected")).toBe(expected);
      expect(sideOf(expected, actual, "actual")).toBe(actual);
    }),
  );
});

test("equal texts differ in nothing", () => {
  fc.assert(
    fc.property(words, (text) => {
      expect(wordDiff(text, text)?.every(({ kind }) => kind === "same")).toBe(true);
    }),
  );
});

test("what differs is told word by word", () => {
  expect(wordDiff("Order 17 is refunded.", "Order 18 is refunded today.")).toEqual([
    { kind: "same", expected: "Order ", actual: "Order " },
    { kind: "expected", expected: "17 ", actual: "" },
    { kind: "actual", expected: "", actual: "18 " },
    { kind: "same", expected: "is ", actual: "is " },
    { kind: "expected", expected: "refunded.", actual: "" },
    { kind: "actual", expected: "", actual: "refunded today." },
  ]);
});

test("texts of thousands of words are not compared", () => {
  expect(wordDiff("a ".repeat(2000), "b")).toBeUndefined();
});
