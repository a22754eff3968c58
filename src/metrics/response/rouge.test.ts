import { expect, test } from "vitest";
import { rouge1 } from "./rouge.ts";

test.each([
  ["This is a test candidate response.", "This is a test reference.", 4 / 6, 4 / 5, 8 / 11],
  ["I rolled a 17.", "I have rolled a 17 sided die.", 1, 4 / 7, 8 / 11],
  ["the the the", "the", 1 / 3, 1, 0.5],
  ["hello สวัสดี", "hello world", 0.2, 0.5, 2 / 7],
  ["今天天气不错", "今天天气很好", 4 / 6, 4 / 6, 2 / 3],
  ["天气很好今天", "今天天气很好", 1, 1, 1],
  ["don't", "dont", 0, 0, 0],
  ["café", "cafe", 0, 0, 0],
  ["x²", "x2", 1, 1, 1],
  ["½ cup", "1/2 cup", 1, 1, 1],
  ["Привет мир", "привет, МИР!", 1, 1, 1],
  ["हिन्दी", "हिन्दी भाषा", 1, 0.5, 2 / 3],
  ["", "", 0, 0, 0],
])("%j against %j", (candidate, reference, precision, recall, fmeasure) => {
  const score = rouge1(reference, candidate);
  expect(score.precision).toBeCloseTo(precision, 12);
  expect(score.recall).toBeCloseTo(recall, 12);
  expect(score.fmeasure).toBeCloseTo(fmeasure, 12);
});
