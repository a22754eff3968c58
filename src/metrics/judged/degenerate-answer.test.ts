import fc from "fast-check";
import { expect, test } from "vitest";
import { degenerateAnswer, degenerateNote } from "./degenerate-answer.ts";

test.each([
  "I can't see any problem: your parcel shipped on Monday",
  "I cannot find a fault with it. It shipped on Monday.",
  "I'm unable to find anything wrong: all three lamps are on.",
  "As an AI model of the year 2019, BERT was trained on Wikipedia.",
  "Solution",
  "Answer",
  "Let me see",
  "👍",
  "+",
])("a judge is told nothing that a pattern only guesses: %s", (answer) => {
  expect(degenerateNote(answer)).toBe("");
});

test("only what says nothing is reported, in words that are true of it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (answer) => {
      const note = degenerateNote(answer);
      if (/[\p{L}\p{N}]/u.test(answer)) expect(note).toBe("");
      else if (answer.trim() === "") expect(note).toContain("is empty");
    }),
  );
  expect(degenerateNote("...")).toContain("neither letters nor digits");
});

test("an opening without an answer is found, for the report", () => {
  expect(degenerateAnswer("Thought process:")).toBe("an opening without an answer");
  expect(degenerateAnswer("I can't help with that.")).toBeUndefined();
});
