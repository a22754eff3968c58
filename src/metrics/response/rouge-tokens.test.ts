import { expect, test } from "vitest";
import { rougeTokens } from "./rouge-tokens.ts";

test.each([
  ["signs are separators", "don't snake_case_name", ["don", "t", "snake", "case", "name"]],
  [
    "words of more than three letters are stemmed",
    "The flies, was running",
    ["the", "fli", "was", "run"],
  ],
  ["full-width letters are letters", "ＡＢＣ１２３", ["abc123"]],
  ["a letter beyond ASCII keeps the word whole", "résumés running", ["résumés", "run"]],
  ["a fraction is its digits", "½ cup", ["1", "2", "cup"]],
  ["ideographs are a word each", "今天ok", ["今", "天", "ok"]],
  ["kana and its signs are a word each", "カー・", ["カ", "ー", "・"]],
  ["Thai marks stay with their letter", "ดี", ["ดี"]],
  ["ideographs of the extensions are not cut", "㐀㐁", ["㐀㐁"]],
  ["a zero-width joiner separates", "ab\u200dcd", ["ab", "cd"]],
  ["a variation selector is a word", "❤️", ["\ufe0f"]],
  ["a final sigma is one", "ΟΔΟΣ", ["οδος"]],
  ["a lone surrogate separates", "a\ud800b", ["a", "b"]],
  ["nothing gives nothing", " … ", []],
])("%s", (_, text, tokens) => {
  expect(rougeTokens(text)).toEqual(tokens);
});

test("more words than are remembered still give their stems", () => {
  const many = Array.from({ length: 25_000 }, (_, index) => `word${index}ing`).join(" ");
  const tokens = rougeTokens(many);
  expect(tokens).toHaveLength(25_000);
  expect(tokens.at(-1)).toBe(rougeTokens("word24999ing")[0]);
});
