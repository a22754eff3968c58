import { describe, expect, test } from "vitest";
import { boundedRegex, checkPattern } from "./bounded-regex.ts";

describe("boundedRegex", () => {
  test("finds its pattern anywhere in a text, as often as it is asked", () => {
    const regex = boundedRegex("^[A-Z]{2}-\\d+$", "g");
    expect([regex.test("AB-12"), regex.test("AB-12"), regex.test("ab-12")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each([
    ["(a+)+$", "a".repeat(40)],
    ["(a|a)*$", "a".repeat(40)],
    ["^(\\w+\\s?)*$", "word ".repeat(12)],
    ["a*a*a*a*a*a*a*b", "a".repeat(400)],
    [`${"(a|a)".repeat(30)}!!`, "a".repeat(40)],
    [`${"a?".repeat(30)}${"a".repeat(30)}b`, "a".repeat(30)],
  ])("gives up on %s instead of hanging", (pattern, text) => {
    expect(boundedRegex(pattern).test(`${text}!`)).toBe("timeout");
  });

  test("still answers for a slow kind of pattern when the text is kind to it", () => {
    const regex = boundedRegex("^(\\w+\\.)+com$");
    expect([regex.test("shop.example.com"), regex.test("shop.example.org")]).toEqual([true, false]);
  });
});

describe("checkPattern", () => {
  test("accepts what can be compiled", () => {
    expect(checkPattern("^a+$")).toBeUndefined();
  });

  test("says in a sentence what is wrong", () => {
    expect(checkPattern("(open")).toMatchInlineSnapshot(
      `"The pattern "(open" is not a regular expression: Unterminated group."`,
    );
  });
});
